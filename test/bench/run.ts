/**
 * `npm run bench -- [name …] [option …]`: measurements, which never fail; each gets the options. Each one runs in its
 * own process and measures a peer or a baseline in the same run, because ratios depend less on the machine.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.node.ts'))
  .map((file) => file.slice(0, -'.node.ts'.length))
  .sort()
const given = process.argv.slice(2)
const firstOption = given.findIndex((argument) => argument.startsWith('-'))
const wanted = firstOption < 0 ? given : given.slice(0, firstOption)
const options = firstOption < 0 ? [] : given.slice(firstOption).filter((argument) => argument !== '--')
if (wanted.length === 0 && (options.includes('--help') || options.includes('-h'))) {
  console.log(`npm run bench -- [name …] [option …]\nBenchmarks: ${all.join(', ')}`)
  process.exit(0)
}
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. The benchmarks are ${all.join(', ')}.`)
  process.exit(1)
}
let failed = false
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, `${name}.node.ts`), ...options],
    { stdio: 'inherit' },
  )
  if (status !== 0) failed = true
}
process.exit(failed ? 1 : 0)
