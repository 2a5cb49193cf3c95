/** Image file names, with or without folders: programs insert them as alternative text when the author wrote none. */
const fileName =
  /^(?:[A-Za-z]:[\\/]|\\\\|\/|file:|https?:)?[^\n]*?[^\s\\/]\.(?:jpe?g|png|gif|svg|webp|bmp|tiff?|[ew]mf|ico|heic|avif)$/i
/** A file name without folders must be a single word, because a sentence may end with a file name. */
const folders = /^(?:[A-Za-z]:[\\/]|\\\\|\/|file:|https?:)/i

/** The part of an alternative text that describes the image; "" if there is none. */
export function imageDescription(alt: string): string {
  // Word's generated descriptions end with a paragraph that labels them as generated.
  const text = alt
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim()
  return fileName.test(text) && (folders.test(text) || !text.includes(' ')) ? '' : text
}
