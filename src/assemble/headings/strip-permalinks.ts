/** Removes the permalink symbol of headings of printed web pages ("Wells¶"). */
import type { Block, DocumentPage } from '../../model/document.ts'
import { headingsIn } from './candidates.ts'

const pilcrow = /\s*[¶🔗]$/u
/** A hash may be part of the text, so several headings must end in one. */
const hash = /\s#$/
const MIN_HASHES = 2
const permalinkSymbol = /^[¶🔗#]$/u

export function stripPermalinks(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const hashes = headingsIn(pages).filter(({ text }) => hash.test(text)).length
  const shorten = (block: Block): Block => {
    if (block.kind !== 'title') return block
    const text = (hashes >= MIN_HASHES ? block.text.replace(hash, '') : block.text).replace(pilcrow, '').trimEnd()
    if (text === block.text || text === '') return block
    const { links, ...heading } = block
    const kept = links?.filter((link) => !permalinkSymbol.test(link.text))
    return { ...heading, text, ...(kept === undefined ? {} : { links: kept }) }
  }
  return pages.map((page) => ({ ...page, blocks: page.blocks.map(shorten) }))
}
