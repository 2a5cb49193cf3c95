/** The key is in an environment variable. */

interface SnippetRequest {
  readonly origin: string
  readonly fileName: string
  readonly fields: readonly (readonly [string, string])[]
  readonly isAsync: boolean
}

export const snippetLanguages = ['curl', 'Python', 'TypeScript'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

export function snippetOf(language: SnippetLanguage, request: SnippetRequest): string {
  return { curl: curlOf, Python: pythonOf, TypeScript: typescriptOf }[language](request)
}

function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function curlOf({ origin, fileName, fields, isAsync }: SnippetRequest): string {
  const form = [
    '-F api_key="$SHEAF_KEY"',
    ...fields.map(([name, value]) => `--form-string ${shellQuote(`${name}=${value}`)}`),
    `-F ${shellQuote(`file=@"${fileName.replace(/[\\"]/g, '\\$&')}"`)}`,
  ]
  const lines = (path: string, parts: readonly string[]): string =>
    [`curl -sS ${origin}/api/v1/parse/${path}`, ...parts.map((part) => `  ${part}`)].join(' \\\n')
  if (!isAsync) return `${lines('sync', form)}\n`
  return `task=$(${lines('async', form)} | jq -r .data.task_id)
curl -sSN ${origin}/api/v1/parse/async_events -d api_key="$SHEAF_KEY" -d task_id="$task"
`
}

function pythonOf({ origin, fileName, fields, isAsync }: SnippetRequest): string {
  const data = fields.map(([name, value]) => `    ${pythonString(name)}: ${pythonString(value)},\n`).join('')
  const head = `import os${isAsync ? ', time' : ''}
import requests

url = "${origin}/api/v1/parse"
key = os.environ["SHEAF_KEY"]
form = {
    "api_key": key,
${data}}
with open(${pythonString(fileName)}, "rb") as file:
    answer = requests.post(f"{url}/${isAsync ? 'async' : 'sync'}", data=form, files={"file": file}, timeout=900).json()
if answer["code"] != 0:
    raise RuntimeError(answer["message"])
`
  if (!isAsync) return `${head}print(answer["data"]["result"]["outputs"]["markdown"])\n`
  return `${head}task = {"api_key": key, "task_id": answer["data"]["task_id"]}
while True:
    data = requests.post(f"{url}/async_check", data=task, timeout=60).json()["data"]
    if data["status"] in ("SUCCESS", "FAILED"):
        break
    print(data["progress"])
    time.sleep(1)
print(data["error"] or data["result"]["outputs"]["markdown"])
`
}

function typescriptOf({ origin, fileName, fields, isAsync }: SnippetRequest): string {
  const append = fields.map(([name, value]) => `form.append(${quote(name)}, ${quote(value)})\n`).join('')
  const head = `import { openAsBlob } from 'node:fs'

const url = '${origin}/api/v1/parse'
const key = process.env.SHEAF_KEY ?? ''
const form = new FormData()
form.append('api_key', key)
${append}form.append('file', await openAsBlob(${quote(fileName)}), ${quote(fileName)})
const answer = await (await fetch(\`\${url}/${isAsync ? 'async' : 'sync'}\`, { method: 'POST', body: form })).json()
if (answer.code !== 0) throw new Error(answer.message)
`
  if (!isAsync) return `${head}console.log(answer.data.result.outputs.markdown)\n`
  return `${head}const body = new URLSearchParams({ api_key: key, task_id: answer.data.task_id })
for (;;) {
  const { data } = await (await fetch(\`\${url}/async_check\`, { method: 'POST', body })).json()
  if (data.status === 'SUCCESS' || data.status === 'FAILED') {
    console.log(data.error ?? data.result.outputs.markdown)
    break
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
`
}

/** JSON strings are valid in Python, except for characters outside of the basic plane. */
function pythonString(text: string): string {
  return JSON.stringify(text)
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
