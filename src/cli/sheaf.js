#!/usr/bin/env node
/** The installed `sheaf` command: enables the compile cache, then runs `sheaf.node.ts`. */
import '../runtime/enable-compile-cache.node.js'

await import('./sheaf.node.ts')
