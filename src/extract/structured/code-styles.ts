/** Whether paragraphs of a style are code; the built-in names of Word and LibreOffice, in lower case. */
export function isCodeStyle(name: string): boolean {
  return /^(?:html preformatted|preformatted text|source code|code)$/.test(name)
}
