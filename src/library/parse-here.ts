import { openDocument } from '../client/document.ts'
import type { DocumentInput } from '../client/index.ts'
import type { ParseDeps } from '../deps.ts'
import { parse } from '../parse.ts'
import { linksOf, toOptions, toResult, typeOf } from './request.ts'
import type { ParsedResult, ParseOptions } from './types.ts'

/** Throws `ParseError`, or the signal's reason. */
export async function parseHere(
  input: DocumentInput,
  { file_name: name, signal, onPage, ...fields }: ParseOptions,
  deps: ParseDeps,
): Promise<ParsedResult> {
  const options = toOptions(fields)
  signal?.throwIfAborted()
  const { blob, fileName } = await openDocument(input, name)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const source = { bytes, fileName, fileType: typeOf(bytes, fileName), password: options.password }
  const { info, outputs } = await parse(
    source,
    {
      options,
      links: linksOf(options),
      onPage: async ({ parsed, remaining }) => {
        if (parsed > 0) onPage?.({ pages_done: parsed, pages_total: parsed + remaining.length })
        // The engines never wait: without a pause, signals would come after the last page.
        await new Promise((resolve) => setTimeout(resolve))
        signal?.throwIfAborted()
        return null
      },
    },
    deps,
  )
  return toResult(info, outputs)
}
