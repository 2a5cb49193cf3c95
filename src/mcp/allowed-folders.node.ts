import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { ParseError } from '../model/errors.ts'

/** Returns a real path without symbolic links. Relative paths start at the first folder. Throws `ParseError`. */
export type ResolvePath = (path: string) => Promise<string>

/** Throws if a folder does not exist. `maxBytes` is the limit for a file. */
export async function allowFolders(folders: readonly string[], maxBytes: number): Promise<ResolvePath> {
  const roots = await Promise.all(folders.map((folder) => realpath(folder)))
  const [first = process.cwd()] = roots
  return async (path) => {
    // The message is the same for missing files, so that it does not reveal files elsewhere.
    const refused = new ParseError(
      1111,
      `There is no file "${path.slice(0, 200)}" in the allowed folders (${roots.join(', ')}).`,
    )
    const realPath = await realpath(resolve(first, path)).catch(() => null)
    if (realPath === null || !roots.some((root) => isBelow(realPath, root))) throw refused
    const stats = await stat(realPath).catch(() => null)
    if (stats?.isFile() !== true) throw refused
    if (stats.size > maxBytes)
      throw new ParseError(1118, `The file has ${stats.size} bytes; the limit is ${maxBytes} (MAX_UPLOAD_MB).`)
    return realPath
  }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}
