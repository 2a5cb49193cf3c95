#!/usr/bin/env -S MALLOC_MMAP_THRESHOLD_=1048576 node --max-semi-space-size=8 --v8-pool-size=2
/**
 * The installed `sheaf` command: enables the compile cache, then runs `sheaf.node.ts`. The flags bound its memory; the
 * variable lets the C library return blocks of 1 MiB and more to the system.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// An older version cannot load the modules below, and its message names none of the reasons.
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`sheaf needs Node 22.13 or newer. This is Node ${process.versions.node}.`)
  process.exit(1)
}

await import('../runtime/enable-compile-cache.node.js')
await import('./sheaf.node.ts')
