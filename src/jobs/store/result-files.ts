/** Files of a result: images and the zip, under a random token that is their only protection. */
import { toHex } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { ParseOptions } from '../../model/options.ts'

export function filesPrefix(token: string): string {
  return `files/${token}/`
}

/** File name in the zip's key. Blob keys have a restricted alphabet, so the document's name is only in the URL. */
export const storedZipName = 'result.zip'

/** Images of whole pages, as `ExtractedImage.name` defines. */
const pageImageName = /^p\d+\.(?:png|jpg)$/

/** The `imgs` of a result: URLs of all images except those of whole pages. */
export function imageUrls(
  images: readonly Pick<ExtractedImage, 'name'>[],
  { elementFormats }: ParseOptions,
  filesUrl: string,
): string[] {
  if (elementFormats.image !== 'url') return []
  return images.filter(({ name }) => !pageImageName.test(name)).map(({ name }) => filesUrl + name)
}

export function zipName(fileName: string): string {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return `${encodeURIComponent((stem === '' ? 'document' : stem).toWellFormed())}.zip`
}

/** 160 random bits as hexadecimal digits. */
export function newToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(20)))
}

/** 32 hexadecimal digits. */
export function newTaskId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
