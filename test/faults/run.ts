/** `npm run test:faults`: repeats each scenario. Not part of `npm test`, because it takes minutes. */
import { readScriptArguments } from '../script-arguments.ts'
import { buckets } from './bucket.ts'
import { disks } from './disk.ts'
import { fleets } from './fleet.ts'
import { kills } from './kills.ts'
import { races } from './races.ts'

const usage = `npm run test:faults -- [WORD …]

Runs the scenarios whose name contains one of the words (default: all), ROUNDS times each (default 10).`

const { positionals: words } = readScriptArguments(usage, { allowPositionals: true, options: {} })
const rounds = Number(process.env.ROUNDS ?? '10')
const all = [...races(), ...kills(), ...disks(), ...buckets(), ...fleets()]
const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

let failures = 0
for (const scenario of chosen) {
  const startedAt = performance.now()
  const notes: string[] = []
  let good = 0
  for (let round = 0; round < rounds; round++) {
    try {
      notes.push(await scenario.run(round))
      good++
    } catch (error) {
      console.log(`  round ${round + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  await scenario.close?.()
  failures += rounds - good
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${good === rounds ? '✓' : '✗'} ${scenario.name}: ${good} of ${rounds} (${seconds} s)${summary(notes)}`)
}
// Scenarios open resources when they are created.
for (const scenario of all) if (!chosen.includes(scenario)) await scenario.close?.()
console.log(`\n${chosen.length * rounds - failures} of ${chosen.length * rounds} rounds passed`)
process.exit(failures === 0 && chosen.length > 0 ? 0 : 1)

/** Each note once, with its count. */
function summary(notes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const note of notes) if (note !== '') counts.set(note, (counts.get(note) ?? 0) + 1)
  return counts.size === 0
    ? ''
    : ` — ${[...counts].map(([note, count]) => (count > 1 ? `${note} ×${count}` : note)).join('; ')}`
}
