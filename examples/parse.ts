// usage: SHEAF_URL=http://127.0.0.1:8787 SHEAF_KEY=sk-… node parse.ts report.pdf
// Submits a task, waits for it, and prints the Markdown. `sheaf/client` does the same with types (docs/javascript.md).
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

interface ResponseBody {
  code: number
  message: string
  data: { task_id: string; status: string; message: string; result: { outputs: { markdown: string } } | null }
}

const { SHEAF_URL: url = '', SHEAF_KEY: key = '' } = process.env

async function call(path: string, fields: Record<string, string>, file?: string): Promise<ResponseBody> {
  for (;;) {
    const form = new FormData()
    form.append('api_key', key)
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (file !== undefined) form.append('file', await openAsBlob(file), basename(file))
    const response = await fetch(`${url}/api/v1/parse/${path}`, { method: 'POST', body: form })
    const body = (await response.json()) as ResponseBody
    if (body.code === 0) return body
    if (body.code !== 1124) throw new Error(`${body.code} ${body.message}`)
    const seconds = Number(response.headers.get('retry-after') ?? 2)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

const submitted = await call('async', { output_formats: 'markdown', dedupe: 'true' }, process.argv[2])
for (;;) {
  const { data } = await call('async_check', { task_id: submitted.data.task_id })
  if (data.status === 'FAILED') throw new Error(data.message)
  if (data.result !== null) {
    console.log(data.result.outputs.markdown)
    break
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}
