/** Writes chunks as JSON Lines, each with the name of the file. */
import { chunksOf } from './chunks.ts'
import type { Renderer, RenderInput } from './types.ts'

export const chunkLines: Renderer = {
  format: 'chunks',
  render: (input) =>
    chunksOf(withChunks(input))
      .map((chunk) => `${JSON.stringify({ file_name: input.document.info.fileName, ...chunk })}\n`)
      .join(''),
}

function withChunks(input: RenderInput): RenderInput {
  const { options } = input.task
  return options.chunk === 'none'
    ? { ...input, task: { ...input.task, options: { ...options, chunk: 'title' } } }
    : input
}
