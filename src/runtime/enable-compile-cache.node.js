/** Preloaded with `--import`: enables the compile cache before the program is loaded. */
import { useCompileCache } from './compile-cache.node.js'

useCompileCache()
