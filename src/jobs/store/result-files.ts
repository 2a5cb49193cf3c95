/** Images and the zip are protected only by a random token in their URL. */
import { toHex } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { ParseOptions } from '../../model/options.ts'

export function filesPrefix(token: string): string {
  return `files/${token}/`
}

/** Ends in `/`. */
export function filesUrl(publicOrigin: string, token: string): string {
  return `${publicOrigin}/${filesPrefix(token)}`
}

/** Only the URL has the document's name, because the alphabet of blob keys is restricted. */
export const storedZipName = 'result.zip'

const pageImageName = /^p\d+\.(?:png|jpg)$/

/** Without images of whole pages. */
export function imageUrls(
  images: readonly Pick<ExtractedImage, 'name'>[],
  { elementFormats }: ParseOptions,
  baseUrl: string,
): string[] {
  if (elementFormats.image !== 'url') return []
  return images.filter(({ name }) => !pageImageName.test(name)).map(({ name }) => baseUrl + name)
}

export function zipName(fileName: string): string {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return `${encodeURIComponent((stem === '' ? 'document' : stem).toWellFormed())}.zip`
}

export function newToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(20)))
}

export function newTaskId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
