/** The message when a service is ready: its address, and on the first start a key with a command to try it. */

export interface FirstKey {
  readonly apiKey: string
  readonly callbackSecret: string
}

export interface StartupMessage {
  /** First line: what is ready, and where. */
  readonly ready: string
  readonly url: string
  /** `null`: the database has keys already. */
  readonly firstKey: FirstKey | null
  /** How to get another key. */
  readonly keyHint: string
  /** A document for the command, relative to the current folder. */
  readonly samplePath: string
}

export function startupMessage({ ready, url, firstKey, keyHint, samplePath }: StartupMessage): string {
  if (firstKey === null) return `${ready}\n`
  const { apiKey, callbackSecret } = firstKey
  return `${ready}

Your API key, shown only this once (${keyHint}):

  ${apiKey}

Its callbacks are signed with ${callbackSecret}

Try it:

  curl -F api_key=${apiKey} -F ${quote(`file=@${samplePath}`)} ${quote(`${url}/api/v1/parse/sync`)}

`
}

/** Quotes only words that a shell would change. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
