/**
 * Node's compile cache, which shortens the start: stripping types and compiling take longer than a short document. It must be enabled
 * before the first TypeScript file is loaded, so this file is JavaScript: Node's TypeScript support takes 14 MB and 50 ms, and is not
 * loaded at all if every file is cached.
 */
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Uses a folder in the home directory: other users can write to the folder for temporary files. */
export function useCompileCache() {
  const home = homeFolder()
  if (home !== '') enableCompileCache(join(home, '.cache', 'sheaf'))
}

/** Empty if the system does not know the user, as in some containers. */
function homeFolder() {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/**
 * Environment variables that make worker threads use the same cache.
 *
 * @returns {Readonly<Record<string, string>>}
 */
export function compileCacheVariables() {
  const folder = getCompileCacheDir()
  // Node appends a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
