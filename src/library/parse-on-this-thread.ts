import type { ParseDeps } from '../deps.ts'
import { imageLinksOf } from '../model/options.ts'
import { parse } from '../parse.ts'
import { imageFolder, type ReadRequest, toResult } from './request.ts'
import type { ParsedResult, ParseOptions } from './types.ts'

/** Throws `ParseError`, or the signal's reason. */
export async function parseOnThisThread(
  { options, source }: ReadRequest,
  { signal, onPage }: Pick<ParseOptions, 'signal' | 'onPage'>,
  deps: ParseDeps,
): Promise<ParsedResult> {
  const { info, outputs } = await parse(
    source,
    {
      options,
      links: imageLinksOf(options, imageFolder),
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
