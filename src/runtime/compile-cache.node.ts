/**
 * Node's compile cache, which shortens the start: stripping types and compiling take longer than a short document. This file imports
 * nothing of the project, because modules imported before the cache is enabled are not cached.
 */
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Uses a folder in the home directory: other users can write to the folder for temporary files. */
export function useCompileCache(): void {
  const home = homeFolder()
  if (home !== '') enableCompileCache(join(home, '.cache', 'sheaf'))
}

/** Empty if the system does not know the user, as in some containers. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** Environment variables that make worker threads use the same cache. */
export function compileCacheVariables(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  // Node appends a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
