/**
 * Measures the peak resident memory of the service during eight concurrent uploads of 200 MB that end with a wrong key
 * (target: under 400 MB), and then the refusal of a larger upload.
 */
import { request } from 'node:http'
import { formBody, testBoundary } from '../http/form.ts'
import { type Answer, startService } from './service.ts'

const megabyte = 1024 * 1024
const uploads = 8
const block = Buffer.alloc(64 * 1024, 0x61)

/** Sends a form whose file has this size. Returns the response and how much of the file had been sent before it. */
function upload(url: string, size: number, key: string): Promise<{ answer: Answer; sent: number }> {
  const file = formBody([{ name: 'file', fileName: 'big.pdf', value: '' }], { close: false }).subarray(0, -2)
  const end = Buffer.concat([Buffer.from('\r\n'), formBody([{ name: 'api_key', value: key }])])
  return new Promise((resolve, reject) => {
    let sent = 0
    const message = request(`${url}/api/v1/parse/sync`, {
      method: 'POST',
      headers: {
        'Content-Type': `multipart/form-data; boundary=${testBoundary}`,
        'Content-Length': file.length + size + end.length,
      },
    })
    message.once('error', reject)
    message.once('response', (response) => {
      const sentThen = sent
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => {
        message.destroy()
        resolve({ answer: JSON.parse(text) as Answer, sent: sentThen })
      })
      response.once('error', reject)
    })
    const pump = (): void => {
      while (sent < size) {
        const part = block.subarray(0, Math.min(block.length, size - sent))
        sent += part.length
        if (!message.write(part)) return void message.once('drain', pump)
      }
      message.end(end)
    }
    message.write(file)
    pump()
  })
}

const service = await startService({ MAX_UPLOAD_MB: '200' })
try {
  const idle = service.memory().now
  const start = performance.now()
  const results = await Promise.all(
    Array.from({ length: uploads }, () => upload(service.url, 200 * megabyte, 'sk-wrong')),
  )
  const seconds = (performance.now() - start) / 1000
  const codes = results.map(({ answer }) => answer.code)
  const { now, peak } = service.memory()
  console.log(
    `${uploads} × 200 MB, key last and wrong: answers ${codes.join(' ')}; idle ${idle.toFixed(0)} MiB, peak ${peak.toFixed(0)} MiB of 400 allowed, after ${now.toFixed(0)} MiB; ${seconds.toFixed(1)} s`,
  )
  if (codes.some((code) => code !== 1107)) throw new Error('every upload should have been refused for its key')

  const late = performance.now()
  const { answer, sent } = await upload(service.url, 1024 * megabyte, 'sk-wrong')
  console.log(
    `1 GB announced: ${answer.code} after ${(performance.now() - late).toFixed(0)} ms and ${(sent / megabyte).toFixed(1)} MB handed to the socket`,
  )
} finally {
  await service.stop()
}
