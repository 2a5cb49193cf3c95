import { t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import type { Run } from './runs.ts'

export function SourceView({ run }: { run: Run }) {
  if (run.markdown === null) return <p class="empty">{t('empty.later')}</p>
  return (
    <>
      <div class="panel-tools">
        <CopyButton text={() => run.markdown ?? ''} />
      </div>
      <pre class="source" dir="auto">
        {run.markdown}
      </pre>
    </>
  )
}
