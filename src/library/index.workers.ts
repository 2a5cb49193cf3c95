/** `import { parse } from 'sheaf'` in a Worker parses one document at a time, because an isolate has 128 MB. */
import type { DocumentInput } from '../client/index.ts'
import { createMutex } from '../concurrency/mutex.ts'
import type { ParseDeps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import { readConfig, serviceSettings } from '../runtime/config.ts'
import { parseOnThisThread } from './parse-on-this-thread.ts'
import { readRequest } from './request.ts'
import type { ParsedResult, ParseOptions } from './types.ts'

export type { DocumentInput } from '../client/index.ts'
export { ParseError } from '../model/errors.ts'
export type { ParsedResult, ParseOptions } from './types.ts'

/** OCR models by language, such as `eng`: fetch `sheaf/models/*.traineddata` from static assets. */
export type Models = Readonly<Record<string, () => Promise<Uint8Array>>>

const mutex = createMutex({ maxWaiting: Number.POSITIVE_INFINITY, clock: Date.now })

/** Without `models` there is no OCR. Throws `ParseError`, or the reason of the signal. */
export async function parse(
  input: DocumentInput,
  { models = {}, ...options }: ParseOptions & { readonly models?: Models } = {},
): Promise<ParsedResult> {
  const installedLanguages = Object.keys(models)
  const { parse: settings } = serviceSettings(readConfig({}, 'workers'), { version: '', installedLanguages })
  const deps: ParseDeps = {
    settings: { ...settings, ocrEngineCount: 1 },
    async loadModel(language) {
      const load = models[language]
      if (load === undefined) throw new ParseError(1133, `ocr_languages: there is no model for "${language}".`)
      return await load()
    },
  }
  const ocr = installedLanguages.length === 0 ? ({ ocr: 'off' } as const) : {}
  // Before the lock, which a document that arrives slowly would lose.
  const request = await readRequest(input, { ...options, ...ocr }, deps.settings)
  const lock = await mutex.acquire()
  const onPage: ParseOptions['onPage'] = (progress) => {
    lock.heartbeat()
    options.onPage?.(progress)
  }
  try {
    return await parseOnThisThread(request, { ...options, onPage }, deps)
  } finally {
    lock.release()
  }
}
