/**
 * Where the files of a result lie: pictures and the zip of one task in one folder, behind a token that can't be guessed
 * and is all that protects them.
 */
import { toHex } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { ParseOptions } from '../../model/options.ts'

/** Blob keys below which the files of one result lie. */
export function filesPrefix(token: string): string {
  return `files/${token}/`
}

/** The `imgs` of an answer: addresses of what was cut out; pictures of whole pages stand with their pages only. */
export function imageUrls(
  pictures: readonly Pick<ExtractedImage, 'name'>[],
  { elementFormats }: ParseOptions,
  filesUrl: string,
): string[] {
  if (elementFormats.image !== 'url') return []
  return pictures.filter(({ name }) => !wholePage.test(name)).map(({ name }) => filesUrl + name)
}

/** As `ExtractedImage.name` says. */
const wholePage = /^p\d+\.(?:png|jpg)$/

/** Blob keys have safe characters only, so the zip's own name lives in its URL. */
export const storedZipName = 'result.zip'

/** 160 random bits, in hexadecimal digits. */
export function newToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(20)))
}

/** 32 hexadecimal digits. */
export function newTaskId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

/** The zip's name in its URL: that of the document. */
export function zipName(fileName: string): string {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return `${encodeURIComponent((stem === '' ? 'document' : stem).toWellFormed())}.zip`
}
