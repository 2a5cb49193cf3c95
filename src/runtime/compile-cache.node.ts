/**
 * Compiled code, kept from one start to the next: stripping types and compiling take longer than a short document. Imports nothing of the
 * project, since whatever is imported before the folder is set is compiled anew.
 */
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** For all that is loaded from now on. Where the folder can't be written nothing is kept. */
export function keepCompiledCode(): void {
  // Not in the folder for temporary files, which others can write to as well.
  enableCompileCache(join(homedir(), '.cache', 'sheaf'))
}

/** What a worker thread's environment needs to keep its code in the same folder: threads know of it in no other way. Empty where nothing is kept. */
export function compileCacheVariables(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  // Node makes a folder of its own for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
