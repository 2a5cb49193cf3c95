export interface FirstKey {
  readonly apiKey: string
  readonly callbackSecret: string
}

interface StartupMessage {
  readonly ready: string
  readonly url: string
  readonly firstKey: FirstKey | null
  /** File with the key and the secret; `null` shows them. */
  readonly keyFile?: string | null
  readonly keyHint: string
  readonly samplePath: string
}

export function startupMessage({ ready, url, firstKey, keyFile = null, keyHint, samplePath }: StartupMessage): string {
  if (firstKey === null) return `${ready}\n`
  const { apiKey, callbackSecret } = firstKey
  const command = (key: string): string =>
    `curl -F ${key} -F ${quote(`file=@${samplePath}`)} ${quote(`${url}/api/v1/parse/sync`)}`
  if (keyFile !== null)
    return `${ready}

Your API key and the secret of its callbacks are in a file that only its owner can read (${keyHint}):

  ${keyFile}

Store them elsewhere and delete the file. Try it:

  ${command(`"api_key=$(head -n 1 ${quote(keyFile)})"`)}

`
  return `${ready}

Your API key, shown only this once (${keyHint}):

  ${apiKey}

Its callbacks are signed with ${callbackSecret}

Try it:

  ${command(`api_key=${apiKey}`)}

`
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
