/**
 * `npm run bench [name …] [-- argument …]`: measurements, never pass or fail; arguments go to each of them. Each one
 * runs in its own process, side by side with a peer or a baseline in the same run, and prints ratios: the machines here
 * are shared and noisy.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.node.ts'))
  .map((file) => file.slice(0, -'.node.ts'.length))
  .sort()
const given = process.argv.slice(2)
const end = given.includes('--') ? given.indexOf('--') : given.length
const wanted = given.slice(0, end)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  process.exit(1)
}
let failed = false
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, `${name}.node.ts`), ...given.slice(end + 1)],
    { stdio: 'inherit' },
  )
  if (status !== 0) failed = true
}
process.exit(failed ? 1 : 0)
