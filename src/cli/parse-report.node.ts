/** A terminal gets a bar, other outputs a line for each of several files. */

import { type ErrorCode, errorMessage, ParseError } from '../model/errors.ts'
import { sumOf } from '../model/statistics.ts'
import { reasonOf } from '../runtime/start-errors.node.ts'
import type { FileProgress } from './file-task.ts'
import { withFlags } from './flag-names.ts'
import { summaryOf } from './parse-summary.ts'
import type { ProgressBar, ProgressState } from './progress-bar.node.ts'

export interface ParseReport {
  start(path: string): FileReport
  readonly failed: number
  end(): void
}

interface FileReport {
  readonly progress: FileProgress
  done(warnings: readonly string[]): void
  fail(error: unknown): void
}

interface ReportOptions {
  readonly files: number
  readonly skipped: number
  readonly quiet: boolean
  readonly printsDocuments: boolean
}

const BAR_AFTER_MS = 400

export function createReport({ files, skipped, quiet, printsDocuments }: ReportOptions): ParseReport {
  const startedAt = performance.now()
  const elapsed = (): number => performance.now() - startedAt
  const failures: ErrorCode[] = []
  let parsed = 0
  let pages = 0
  const running = new Map<object, number>()
  const done = (): number => skipped + parsed + failures.length
  const isTerminal = process.stderr.isTTY && !(printsDocuments && process.stdout.isTTY)
  const hasBar = isTerminal && !quiet
  const hasLines = !process.stderr.isTTY && !quiet && files > 1

  let bar: ProgressBar | null = null
  const write = (text: string): void => (bar === null ? void process.stderr.write(text) : bar.log(text))
  const state = (): ProgressState => ({
    files,
    filesDone: done(),
    pages,
    fraction: (parsed + failures.length + sumOf(running.values())) / Math.max(1, files - skipped),
    elapsedMs: elapsed(),
  })
  let ended = false
  const barTimer = setTimeout(async () => {
    const { showProgressBar } = await import('./progress-bar.node.ts')
    if (!ended) bar = showProgressBar(state)
  }, BAR_AFTER_MS)
  if (!hasBar) clearTimeout(barTimer)

  function start(path: string): FileReport {
    const since = performance.now()
    const key = {}
    let donePages = 0
    let expected: number | null = null
    running.set(key, 0)
    return {
      progress: {
        setPages(count) {
          expected = count
          pages -= donePages
          donePages = 0
        },
        recordPage() {
          donePages++
          pages++
          if (expected !== null) running.set(key, donePages / expected)
        },
      },
      done(warnings) {
        running.delete(key)
        parsed++
        const seconds = ((performance.now() - since) / 1000).toFixed(1)
        if (hasLines)
          write(`[${done()}/${files}] ${path}: ${donePages} page${donePages === 1 ? '' : 's'}, ${seconds} s\n`)
        if (!quiet) for (const warning of warnings) write(`${path}: warning: ${withFlags(warning)}\n`)
      },
      fail(error) {
        running.delete(key)
        const { code, message } = describe(error)
        failures.push(code)
        write(`${path}: ${code} ${withFlags(message)}\n`)
      },
    }
  }

  return {
    start,
    get failed() {
      return failures.length
    },
    end() {
      ended = true
      clearTimeout(barTimer)
      bar?.stop()
      bar = null
      if (files > 1 && !quiet) write(summaryOf({ files, parsed, skipped, pages, elapsedMs: elapsed(), failures }))
    },
  }
}

/** The cause of an internal error is shown, because there is no log. */
function describe(error: unknown): { code: ErrorCode; message: string } {
  if (!(error instanceof ParseError)) return { code: 1137, message: `Processing failed: ${errorMessage(error)}` }
  const { code, message, cause } = error
  const [reason = ''] = code === 1137 && cause instanceof Error ? cause.message.split('\n') : []
  const hasReason = reason === '' || message.includes(reason) || message.includes(reasonOf(cause))
  return { code, message: hasReason ? message : `${message} (${reason})` }
}
