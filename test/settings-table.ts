/** The table of settings in docs/configuration.md. `node test/settings-table.ts` rewrites it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variableRows } from '../src/runtime/variables.ts'

const path = join(import.meta.dirname, '../docs/configuration.md')
const begin = '<!-- settings: node test/settings-table.ts -->'
const end = '<!-- /settings -->'

/** The table as generated from the variables. */
export function settingsTable(): string {
  const rows = variableRows.map(
    ({ name, node, workers, meaning }) =>
      `| \`${name}\` | ${node} | ${workers === null ? '–' : workers === node ? 'same' : workers} | ${meaning} |`,
  )
  return ['| Variable | Node | Workers | Meaning |', '|---|---|---|---|', ...rows].join('\n')
}

/** The table in the document; `null` if its markers are missing. */
export function documentedTable(): string | null {
  const text = readFileSync(path, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  return from < 0 || to < from ? null : text.slice(from + begin.length, to).trim()
}

if (import.meta.main) {
  const text = readFileSync(path, 'utf8')
  if (documentedTable() === null) throw new Error(`${path} lacks the markers ${begin} and ${end}`)
  const start = text.indexOf(begin) + begin.length
  writeFileSync(path, `${text.slice(0, start)}\n${settingsTable()}\n${text.slice(text.indexOf(end))}`)
}
