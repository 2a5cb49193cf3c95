const fileName =
  /^(?:[A-Za-z]:[\\/]|\\\\|\/|file:|https?:)?[^\n]*?[^\s\\/]\.(?:jpe?g|png|gif|svg|webp|bmp|tiff?|[ew]mf|ico|heic|avif)$/i
/** Start of a path. Without one, a file name must be a single word, because a sentence may end with a name. */
const folders = /^(?:[A-Za-z]:[\\/]|\\\\|\/|file:|https?:)/i

/** The part that describes the image, or "". */
export function imageDescription(alt: string): string {
  const text = alt
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim()
  return fileName.test(text) && (folders.test(text) || !text.includes(' ')) ? '' : text
}
