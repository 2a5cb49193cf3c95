/** What the service prints when it is ready: its address, and on the first start a key with a command that can be pasted. */

export interface Welcome {
  readonly version: string
  readonly url: string
  readonly dataDir: string
  /** The fresh key of the first start. */
  readonly apiKey: string | null
  /** What signs the callbacks of that key; shown with it and never again. */
  readonly callbackSecret: string | null
  /** A document to try, as seen from the folder where the command will be pasted; `null` when none comes along. */
  readonly samplePath: string | null
}

export function writeWelcome({ version, url, dataDir, apiKey, samplePath, callbackSecret }: Welcome): string {
  const ready = `Sheaf ${version} listens on ${url} (data in ${dataDir})`
  if (apiKey === null) return `${ready}\n`
  return `${ready}

Your API key, shown only this once (more: npm run sheaf -- keys create):

  ${apiKey}
${callbackSecret === null ? '' : `\nIts callbacks are signed with ${callbackSecret}\n`}
Try it:

  ${curlLine({ url, apiKey, samplePath: samplePath ?? 'your.pdf' })}

`
}

function curlLine({ url, apiKey, samplePath }: { url: string; apiKey: string; samplePath: string }): string {
  return `curl -F api_key=${apiKey} -F ${quote(`file=@${samplePath}`)} ${quote(`${url}/api/v1/parse/sync`)}`
}

/** Quoted only where a shell would stumble, so that the usual line stays plain. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
