/** What somebody wrote about a picture for those who cannot see it → what of it is about the picture. */

/** Names of picture files, with or without the folders that they lay in: programs write them where nobody wrote anything. */
const fileName =
  /^(?:[A-Za-z]:[\\/]|\\\\|\/|file:|https?:)?[^\n]*?[^\s\\/]\.(?:jpe?g|png|gif|svg|webp|bmp|tiff?|[ew]mf|ico|heic|avif)$/i
/** A name without folders is one word; a sentence may well end with the name of a file. */
const folders = /^(?:[A-Za-z]:[\\/]|\\\\|\/|file:|https?:)/i

/** "" where nothing of it describes. */
export function imageDescription(alt: string): string {
  // Word writes its guesses over several lines, the last of which says that they are guesses.
  const text = alt
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim()
  return fileName.test(text) && (folders.test(text) || !text.includes(' ')) ? '' : text
}
