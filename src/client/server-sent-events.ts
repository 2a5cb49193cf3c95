interface ServerSentEvent {
  readonly event: string
  readonly data: string
}

/** Reads `text/event-stream`; fields other than `event` and `data` are ignored. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // A list is used, because a result can arrive in thousands of chunks.
  let open: string[] = []
  let event = ''
  let data: string[] = []
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      const [first = '', ...rest] = decoder.decode(value, { stream: true }).split('\n')
      open.push(first)
      for (const part of rest) {
        const line = open.join('').replace(/\r$/, '')
        open = [part]
        if (line === '') {
          if (data.length > 0) yield { event, data: data.join('\n') }
          event = ''
          data = []
        } else if (line.startsWith('event:')) event = line.slice(6).trim()
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
