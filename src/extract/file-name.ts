/** The extension with its period in lowercase; "" if the name has none. */
export function extensionOf(fileName: string): string {
  return /\.[a-z0-9]+$/i.exec(fileName)?.[0].toLowerCase() ?? ''
}
