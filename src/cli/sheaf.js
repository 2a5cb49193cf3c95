#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=2
/** The installed `sheaf` command: enables the compile cache, then runs `sheaf.node.ts`. The flags bound its memory. */
import '../runtime/enable-compile-cache.node.js'

await import('./sheaf.node.ts')
