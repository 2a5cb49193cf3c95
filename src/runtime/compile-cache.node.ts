/**
 * Compiled code, kept from one start to the next: stripping types and compiling take longer than a short document. Imports nothing of the
 * project, since whatever is imported before the folder is set is compiled anew.
 */
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** For all that is loaded from now on. Without a home, or where the folder can't be written, nothing is kept. */
export function keepCompiledCode(): void {
  const home = homeFolder()
  // Not in the folder for temporary files, which others can write to as well; nor in the one that the program happens to start in.
  if (home !== '') enableCompileCache(join(home, '.cache', 'sheaf'))
}

/** Empty where there is none: containers may run as a user whom the system doesn't know. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** What a worker thread's environment needs to keep its code in the same folder: threads know of it in no other way. Empty where nothing is kept. */
export function compileCacheVariables(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  // Node makes a folder of its own for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
