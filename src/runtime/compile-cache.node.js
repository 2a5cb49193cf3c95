/**
 * Node's compile cache, which shortens the start. This file is JavaScript, because Node's TypeScript support is slow to
 * load and not needed if every file is cached.
 */
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Uses the home directory, because other users can write to the folder for temporary files. */
export function useCompileCache() {
  const home = homeFolder()
  if (home !== '') enableCompileCache(join(home, '.cache', 'sheaf'))
}

/** The system does not know the user in some containers. */
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
