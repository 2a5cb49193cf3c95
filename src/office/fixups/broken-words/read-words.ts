import { decodeEntities } from '../../../xml/xml.ts'
import type { Archive } from '../../../zip/archive.ts'
import { familyOf } from '../../formats.ts'
import type { EditableFile } from '../editable-file.ts'
import { readDocTexts, readRtfTexts } from './byte-texts.ts'

/** Maximum distinct words; a longer list would be larger than the pages. */
const MAX_WORDS = 30_000
/** Maximum length of a word, in UTF-16 units; longer "words" are addresses or data. */
const MAX_WORD_LENGTH = 80

export function readWords({
  archive,
  container,
  fileType,
  original,
}: Pick<EditableFile, 'archive' | 'container' | 'fileType' | 'original'>): readonly string[] {
  if (archive !== null) return collectWords(packageTexts(archive, fileType))
  return collectWords(container === 'rtf' ? readRtfTexts(original) : readDocTexts(original, fileType))
}

function collectWords(texts: Iterable<string>): readonly string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const [word] of text.matchAll(/\S+/g)) {
      if (word.length > MAX_WORD_LENGTH) continue
      words.add(word)
      if (words.size > MAX_WORDS) return []
    }
  }
  return [...words]
}

const textParts =
  /^(?:word\/(?:document|footnotes|endnotes|header|footer)\d*\.xml|ppt\/slides\/slide\d+\.xml|content\.xml)$/i

function* packageTexts(archive: Archive, fileType: string): Generator<string> {
  if (familyOf(fileType) === 'calc') return
  for (const name of archive.names) if (textParts.test(name)) yield partText(archive, name)
}

const wordEnds =
  /<\/(?:w:p|a:p|text:p|text:h)>|<(?:w:tab|w:br|w:cr|a:br|text:tab|text:s|text:line-break)(?=[\s/>])[^>]*>/g

/** The converter may still read damaged parts. */
function partText(archive: Archive, name: string): string {
  try {
    return xmlText(new TextDecoder().decode(archive.readRequired(name)))
  } catch {
    return ''
  }
}

function xmlText(xml: string): string {
  return decodeEntities(xml.replace(wordEnds, ' ').replace(/<[^>]*>/g, ''))
}
