import { useSignal } from '@preact/signals'
import { type Problem, problemOf } from '../client/api.ts'
import { apiKey } from '../client/stored.ts'
import { t } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-text.tsx'
import { type AdminKey, callAdmin } from './admin.ts'

export type KeyFormKind = 'create' | 'limit' | 'topUp' | 'rotate'

interface NewText {
  readonly api_key: string
  readonly callback_secret?: string
}

/** Messages of the numbers, by the API's name. */
const labels = {
  free_per_day: 'keyForm.freePerDay',
  free_per_month: 'keyForm.freePerMonth',
  paid_pages: 'keyForm.paid',
  rate_per_second: 'keyForm.rate',
  pages: 'keyForm.pages',
} as const

const numberFields: Readonly<Record<KeyFormKind, readonly (keyof typeof labels)[]>> = {
  create: ['free_per_day', 'free_per_month', 'paid_pages', 'rate_per_second'],
  limit: ['free_per_day', 'free_per_month', 'rate_per_second'],
  topUp: ['pages'],
  rotate: [],
}

export function KeyForm({ kind, key, onClose }: { kind: KeyFormKind; key: AdminKey | null; onClose: () => void }) {
  const problem = useSignal<Problem | null>(null)
  const created = useSignal<NewText | null>(null)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const form = new FormData(event.currentTarget)
    const numbers = Object.fromEntries(
      numberFields[kind]
        .map((name) => [name, String(form.get(name) ?? '').trim()] as const)
        .filter(([name, text]) => text !== '' || (name === 'rate_per_second' && kind === 'limit'))
        .map(([name, text]) => [name, text === '' ? null : Number(text)]),
    )
    const name = kind === 'create' || kind === 'limit' ? { name: String(form.get('name') ?? '').trim() } : {}
    const path = key === null ? 'keys' : `keys/${key.id}`
    try {
      if (kind === 'limit') await callAdmin('PATCH', path, { ...name, ...numbers })
      else if (kind === 'topUp') await callAdmin('POST', `${path}/top_up`, numbers)
      else {
        created.value = await callAdmin<NewText>('POST', kind === 'create' ? 'keys' : `${path}/rotate`, {
          ...name,
          ...numbers,
        })
        return
      }
      onClose()
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  return (
    <Dialog title={t(`keyTable.${kind}`)} onClose={onClose}>
      {created.value === null ? (
        <form class="stack" onSubmit={submit}>
          {kind === 'rotate' ? <p>{t('keyForm.rotateHelp')}</p> : null}
          {kind === 'create' || kind === 'limit' ? (
            <label class="field">
              <span>{t('keyForm.name')}</span>
              <input name="name" maxLength={200} value={key?.name ?? ''} autocomplete="off" />
            </label>
          ) : null}
          {numberFields[kind].map((name) => (
            <label class="field" key={name}>
              <span>{t(labels[name])}</span>
              <input name={name} inputMode="numeric" autocomplete="off" value={numberOf(key, name)} />
              {name === 'rate_per_second' ? <small class="muted">{t('keyForm.rateHelp')}</small> : null}
              {kind === 'create' && name.startsWith('free_') ? (
                <small class="muted">{t('keyForm.freeHelp')}</small>
              ) : null}
            </label>
          ))}
          <ProblemNotice problem={problem.value} />
          <div class="row end">
            <button type="submit" class="button accent">
              {kind === 'rotate' ? t('keyTable.rotate') : t('keyForm.save')}
            </button>
          </div>
        </form>
      ) : (
        <ShownOnce text={created.value} />
      )}
    </Dialog>
  )
}

function numberOf(key: AdminKey | null, name: string): string {
  const value = (key as Readonly<Record<string, unknown>> | null)?.[name]
  return typeof value === 'number' ? String(value) : ''
}

function ShownOnce({ text: { api_key: text, callback_secret: secret } }: { text: NewText }) {
  return (
    <div class="stack">
      <Notice kind="success">{t('keyForm.created')}</Notice>
      <div class="row wrap">
        <code class="secret" id="new-key">
          {text}
        </code>
        <CopyButton text={() => text} />
      </div>
      {secret === undefined ? null : (
        <p class="muted">
          {t('keyForm.secret')}: <code class="secret">{secret}</code>
        </p>
      )}
      <div class="row end">
        <Button
          onClick={() => {
            apiKey.value = text
          }}
        >
          {t('keyForm.useHere')}
        </Button>
      </div>
    </div>
  )
}
