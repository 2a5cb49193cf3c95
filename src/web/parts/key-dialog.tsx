import { useSignal } from '@preact/signals'
import { formOf, type Problem, post, problemOf } from '../client/api.ts'
import { apiKey } from '../client/stored.ts'
import { formatNumber, t } from '../messages/messages.ts'
import { Button } from './buttons.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { ProblemNotice } from './problem-text.tsx'

interface Usage {
  readonly remaining_paid_pages: number
  readonly remaining_free_pages_today: number
  readonly remaining_free_pages_this_month: number
}

interface KeyDialogProps {
  /** `link`: to open the document of a link. */
  readonly purpose?: 'key' | 'link'
  /** Whether something waits for the key. */
  readonly closesOnSuccess?: boolean
  readonly onClose: () => void
}

/** Checks the key before it is stored. */
export function KeyDialog({ purpose = 'key', closesOnSuccess = false, onClose }: KeyDialogProps) {
  const text = useSignal(apiKey.value)
  const problem = useSignal<Problem | null>(null)
  const usage = useSignal<Usage | null>(null)
  const check = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      usage.value = (await post<Usage>('usage', formOf({ api_key: text.value.trim() }))).data
      problem.value = null
      apiKey.value = text.value.trim()
      if (closesOnSuccess) onClose()
    } catch (error) {
      usage.value = null
      problem.value = problemOf(error)
    }
  }
  return (
    <Dialog title={t(purpose === 'link' ? 'link.signIn' : 'key.title')} onClose={onClose}>
      <form class="stack" onSubmit={check}>
        {purpose === 'link' ? <p>{t('link.help')}</p> : null}
        <p class="muted">{t('key.help')}</p>
        <label class="field">
          <span>{t('key.label')}</span>
          <input
            type="password"
            autocomplete="off"
            autofocus
            spellcheck={false}
            placeholder="sk-…"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value
            }}
          />
        </label>
        <ProblemNotice problem={problem.value} />
        {usage.value === null ? null : (
          <Notice kind="success">
            {t('key.accepted', {
              today: formatNumber(usage.value.remaining_free_pages_today),
              paid: formatNumber(usage.value.remaining_paid_pages),
            })}
          </Notice>
        )}
        <div class="row end">
          {apiKey.value === '' ? null : (
            <Button
              onClick={() => {
                apiKey.value = ''
                text.value = ''
                usage.value = null
              }}
            >
              {t('key.forget')}
            </Button>
          )}
          <button type="submit" class="button accent">
            {t(purpose === 'link' ? 'link.open' : 'key.save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
