import { t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'

export interface Answer {
  readonly status: number
  readonly type: string
  readonly requestId: string
  readonly milliseconds: number
  readonly text: string
  /** `false` while events arrive. */
  readonly isComplete: boolean
}

export function ResponseView({ answer }: { answer: Answer }) {
  return (
    <div class="answer" role="status">
      <div class="row wrap">
        <strong class={answer.status < 400 ? 'good' : 'bad'}>{answer.status}</strong>
        <span class="muted">{answer.type}</span>
        <span class="muted">{t('reference.time', { milliseconds: answer.milliseconds })}</span>
        <span class="muted">X-Request-Id {answer.requestId}</span>
        <CopyButton text={() => answer.text} />
      </div>
      <pre class="source" tabIndex={0} dir="auto">
        {answer.text}
        {answer.isComplete ? '' : ' …'}
      </pre>
    </div>
  )
}
