import { type ErrorCode, errorTable } from '../model/errors.ts'

const SHOWN_ENDINGS = 8

interface Totals {
  readonly files: number
  readonly parsed: number
  readonly skipped: number
  readonly pages: number
  readonly elapsedMs: number
  readonly failures: readonly ErrorCode[]
}

export function summaryOf({ files, parsed, skipped, pages, elapsedMs, failures }: Totals): string {
  const rest = files - parsed - skipped - failures.length
  const counts = [
    `${parsed} parsed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ...(rest > 0 ? [`${rest} not parsed`] : []),
  ]
  const seconds = elapsedMs / 1000
  const speed = pages > 0 ? `, ${(pages / seconds).toFixed(1)} pages/s` : ''
  const head = `${count(files, 'file')}: ${counts.join(', ')}; ${count(pages, 'page')} in ${seconds.toFixed(1)} s${speed}\n`
  return head + failureTable(failures)
}

/** Their endings, the most frequent first. */
export function leftOutText(paths: readonly string[]): string {
  const endings = [...Map.groupBy(paths, (path) => /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? 'without an ending')]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([ending, files]) => `${files.length} ${ending}`)
  const shown = endings.length > SHOWN_ENDINGS ? [...endings.slice(0, SHOWN_ENDINGS), '…'] : endings
  return `left out: ${count(paths.length, 'file')} of unsupported types (${shown.join(', ')}); name a file to parse it anyway`
}

function failureTable(failures: readonly ErrorCode[]): string {
  if (failures.length === 0) return ''
  const rows = [...Map.groupBy(failures, (code) => code)]
    .map(([code, files]) => ({ code, files: files.length }))
    .sort((a, b) => b.files - a.files || a.code - b.code)
    .map(({ code, files }) => `${String(files).padStart(8)}  ${code}  ${errorTable[code].text}\n`)
  return `\n  failed  code  reason\n${rows.join('')}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
