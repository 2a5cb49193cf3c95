/** Enables the compile cache before the program is loaded, by `--import`. */
import { useCompileCache } from './compile-cache.node.js'

useCompileCache()
