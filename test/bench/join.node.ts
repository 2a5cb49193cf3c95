/**
 * Measures the memory for joining 300 pages with images: the worker's resident memory while a task is JOINING,
 * compared with its memory at the start of the join and with the size of all images together. All images must never
 * be in memory at once.
 */
import { readFileSync } from 'node:fs'
import { pagesPdf, show } from '../fixtures/pdf-writer.ts'
import { formInit } from '../http/form.ts'
import { openFleet } from '../runtime/fleet.node.ts'
import { hasRedis, openRedis } from '../servers/redis.node.ts'

const pages = Number(process.env.PAGES ?? '300')
/** A noise image of this side length (pixels) is a PNG of about three bytes per pixel. */
const side = 400

if (!hasRedis) console.log('redis-server is not installed: nothing is measured.')
else {
  const redis = await openRedis()
  const environment = {
    REDIS_URL: redis.url,
    ASYNC_CHECK_WAIT_MS: '0',
    MAX_UPLOAD_MB: '200',
    SPOOL_MAX_MB: '1000',
    WORKER_THREADS: '2',
  }
  const fleet = await openFleet({ services: 1, workers: 1, environment })
  try {
    const { apiKey } = await fleet.createKey({ freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 })
    const bytes = book()
    for (const image of ['base64', 'file', 'url']) await measure({ image, apiKey, bytes })
  } finally {
    await fleet.close()
    await redis.close()
  }

  async function measure({
    image,
    apiKey,
    bytes,
  }: {
    image: string
    apiKey: string
    bytes: Uint8Array
  }): Promise<void> {
    const parts = [
      { name: 'api_key', value: apiKey },
      { name: 'output_formats', value: image === 'base64' ? 'markdown,json' : 'markdown,json,zip' },
      { name: 'element_formats', value: JSON.stringify({ image }) },
      { name: 'file', fileName: 'book.pdf', value: bytes },
    ]
    const answer = (await (await fleet.call('/api/v1/parse/async', formInit(parts))).json()) as {
      message: string
      data: { task_id: string }
    }
    const pid = fleet.workers[0]?.child.pid
    let atStart = 0
    let most = 0
    for (;;) {
      const [row] = await fleet.sql.all<{ state: string; error: string | null }>(
        'SELECT state, error FROM tasks WHERE task_id = ?1',
        [answer.data.task_id],
      )
      if (row === undefined || row.state === 'FAILED') throw new Error(row?.error ?? answer.message)
      if (row.state === 'SUCCESS') break
      const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
      if (row.state === 'JOINING') {
        atStart ||= rss
        most = Math.max(most, rss)
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const pictures = (pages * side * side * 3) / 1024 / 1024
    console.log(
      `${pages} pages with ${pictures.toFixed(0)} MiB of pictures, image=${image}: RSS ${atStart.toFixed(0)} MiB when the join began, at most ${most.toFixed(0)} MiB while it lasted (+${(most - atStart).toFixed(0)})`,
    )
  }
}

function book(): Uint8Array<ArrayBuffer> {
  let state = 1
  const noise = (): Uint8Array => {
    const words = new Uint32Array((side * side * 3) / 4)
    for (let index = 0; index < words.length; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      words[index] = state ^ (state >>> 13)
    }
    return new Uint8Array(words.buffer)
  }
  const pictures = Array.from({ length: pages }, () => ({
    entries: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    stream: noise(),
  }))
  const drawn = pictures.map((_, index) => ({
    content: `${show('Body', 11, [72, 760], `Page ${index + 1} and what is on it.`)}q 300 0 0 300 140 300 cm /Pic Do Q\n`,
    resources: `/XObject << /Pic ${7 + index} 0 R >>`,
  }))
  return new Uint8Array(pagesPdf(drawn, pictures))
}
