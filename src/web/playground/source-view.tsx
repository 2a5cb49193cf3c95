import { useRef } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { useHighlights } from './highlight.ts'
import type { Run } from './runs.ts'

export function SourceView({ run }: { run: Run }) {
  const ref = useRef<HTMLPreElement>(null)
  useHighlights(ref, [], run.markdown)
  if (run.markdown === null) return <p class="empty">{t('empty.later')}</p>
  return (
    <>
      <div class="panel-tools">
        <CopyButton text={() => run.markdown ?? ''} />
      </div>
      <pre class="source" ref={ref} dir="auto">
        {run.markdown}
      </pre>
    </>
  )
}
