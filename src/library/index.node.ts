/** `import { parse } from 'sheaf'` on Node reads settings from the environment (docs/configuration.md). */
import type { DocumentInput } from '../client/index.ts'
import { inspectConverted, toReadable } from '../jobs/steps/convert.ts'
import { linkSignals } from '../model/linked-signal.ts'
import { choosePages } from '../model/page-selection.ts'
import { processEnvironment } from '../runtime/config.ts'
import { openCliConverter } from '../runtime/office-converter.node.ts'
import { openCliPool } from '../runtime/open-pool.node.ts'
import { OpenStack } from '../runtime/open-stack.ts'
import { createParseDeps } from '../runtime/parse-deps.node.ts'
import { parseOnThisThread } from './parse-on-this-thread.ts'
import { imageFolder, readRequest, toResult } from './request.ts'
import type { ParsedResult, ParseOptions } from './types.ts'

export type { DocumentInput } from '../client/index.ts'
export { ParseError } from '../model/errors.ts'
export type { ParsedResult, ParseOptions } from './types.ts'

/** Parses in this thread and blocks it. Throws `ParseError`, or the reason of the signal. */
export async function parse(input: DocumentInput, options: ParseOptions = {}): Promise<ParsedResult> {
  const environment = processEnvironment()
  await using opened = new OpenStack()
  const converter = openCliConverter(environment, opened)
  const deps = createParseDeps(environment)
  const request = await readRequest(input, options, deps.settings)
  return await parseOnThisThread(request, options, converter === undefined ? deps : { ...deps, converter })
}

/** Threads for many or long documents. The caller closes the pool; `await using` works. */
interface ParsePool extends AsyncDisposable {
  /** Pages of one document use all free threads. */
  parse(input: DocumentInput, options?: ParseOptions): Promise<ParsedResult>
  close(): Promise<void>
}

/** Threads start with their first job. */
export function openPool({ threads }: { readonly threads: number }): ParsePool {
  if (!Number.isInteger(threads) || threads < 1)
    throw new RangeError(`threads: ${threads} is not a whole number of at least 1.`)
  const environment = processEnvironment()
  const opened = new OpenStack()
  const { pool, settings } = openCliPool(environment, { threads })
  opened.defer(() => pool.close())
  const converter = openCliConverter(environment, opened)
  let isClosed = false
  const deps = { pool, settings, ...(converter === undefined ? {} : { converter }) }

  async function parseOnThreads(input: DocumentInput, parseOptions: ParseOptions = {}): Promise<ParsedResult> {
    if (isClosed) throw new Error('The pool is closed.')
    const { options, source } = await readRequest(input, parseOptions, settings.parse)
    const { signal, onPage } = parseOptions
    const { bytes, ...document } = source
    const sent = { ...document, source: { kind: 'bytes', bytes } as const }
    let done = 0
    let total = 0
    // The pool calls back outside the promise of a parse, so an exception of the caller's function is a reason to end.
    const stopped = new AbortController()
    const linked = linkSignals([stopped.signal, ...(signal === undefined ? [] : [signal])])
    const report = (): void => {
      if (linked.signal.aborted) return
      try {
        onPage?.({ pages_done: ++done, pages_total: total })
      } catch (error) {
        stopped.abort(error)
      }
    }
    const control = { signal: linked.signal, onPage: report }
    try {
      const job = await toReadable(sent, options, { deps, control })
      const info = await inspectConverted(job, sent, { deps, control })
      const pageIndexes = choosePages(options, info)
      total = pageIndexes.length
      const pages = await pool.parsePages({ ...job, pageIndexes, options }, control)
      stopped.signal.throwIfAborted()
      return toResult(info, await pool.finish({ info, pages, options, filesUrl: '', imageFolder }, control))
    } catch (error) {
      linked.signal.throwIfAborted()
      throw error
    } finally {
      linked.release()
    }
  }

  const close = (): Promise<void> => {
    isClosed = true
    return opened.close()
  }
  return { parse: parseOnThreads, close, [Symbol.asyncDispose]: close }
}
