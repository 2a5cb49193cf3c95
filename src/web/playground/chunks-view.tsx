import { useRef } from 'preact/hooks'
import type { Chunk } from '../client/types.ts'
import { formatNumber, t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Lazy } from '../parts/lazy.tsx'
import { keyOf } from './block.ts'
import { useHighlights } from './highlight.ts'
import type { Run } from './runs.ts'
import { hoverProps, select } from './view.ts'

const ESTIMATED_HEIGHT = 160

export function ChunksView({ run }: { run: Run }) {
  if (run.chunks.length === 0) return <p class="empty">{t('empty.chunks')}</p>
  return (
    <>
      <div class="panel-tools">
        <CopyButton text={() => JSON.stringify(run.chunks, null, 2)} />
      </div>
      {run.chunks.map((chunk) => (
        <Lazy key={chunk.index} estimate={ESTIMATED_HEIGHT}>
          {() => <ChunkCard chunk={chunk} />}
        </Lazy>
      ))}
    </>
  )
}

function ChunkCard({ chunk }: { chunk: Chunk }) {
  const ref = useRef<HTMLPreElement>(null)
  useHighlights(ref, [], chunk)
  const [first] = chunk.blocks
  const key = first === undefined ? null : keyOf(first.page_num, first.idx)
  const pages = chunk.page_nums.map((page) => page + 1).join(', ')
  return (
    <article class="card item" {...hoverProps(key)}>
      <header class="item-head">
        <button type="button" class="link" onClick={() => select(key, 'text')}>
          {t('chunks.item', { number: chunk.index + 1, pages })}
        </button>
        <span class="muted">{t('chunks.tokens', { count: formatNumber(chunk.tokens) })}</span>
      </header>
      {chunk.title_path.length === 0 ? null : (
        <p class="muted path" dir="auto">
          {chunk.title_path.join(' › ')}
        </p>
      )}
      <pre class="source" ref={ref} dir="auto">
        {chunk.text}
      </pre>
    </article>
  )
}
