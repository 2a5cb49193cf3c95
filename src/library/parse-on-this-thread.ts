import type { DocumentInput } from '../client/index.ts'
import type { ParseDeps } from '../deps.ts'
import { parse } from '../parse.ts'
import { linksOf, readRequest, toResult } from './request.ts'
import type { ParsedResult, ParseOptions } from './types.ts'

/** Throws `ParseError`, or the signal's reason. */
export async function parseOnThisThread(
  input: DocumentInput,
  parseOptions: ParseOptions,
  deps: ParseDeps,
): Promise<ParsedResult> {
  const { options, source } = await readRequest(input, parseOptions, deps.settings)
  const { signal, onPage } = parseOptions
  const { info, outputs } = await parse(
    source,
    {
      options,
      links: linksOf(options),
      onPage: async ({ parsed, remaining }) => {
        if (parsed > 0) onPage?.({ pages_done: parsed, pages_total: parsed + remaining.length })
        // The engines never wait, so signals need a pause.
        await new Promise((resolve) => setTimeout(resolve))
        signal?.throwIfAborted()
        return null
      },
    },
    deps,
  )
  return toResult(info, outputs)
}
