import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { isPainted } from '../client/after-paint.ts'
import { apiKey } from '../client/stored.ts'
import { t } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { Icon } from '../parts/icons.tsx'
import { KeyDialog } from '../parts/key-dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { pending } from './address.ts'
import { DropTarget, openFiles } from './drop-target.tsx'
import { optionValues } from './options.ts'
import { OptionsForm } from './options-form.tsx'
import { RecentList } from './recent-list.tsx'
import { startRun } from './runs.ts'
import { loadSample, missingSample, samples } from './samples.ts'

export function StartPage() {
  const input = useRef<HTMLInputElement>(null)
  const wanted = useSignal<(() => void) | null>(null)
  const isDismissed = useSignal(false)
  const isPending = pending.value !== null
  const withKey = (action: () => void): void => {
    if (apiKey.value !== '') action()
    else {
      pending.value = null
      wanted.value = action
    }
  }
  const openWithKey = (files: readonly File[]): void => withKey(() => openFiles(files))
  const openSample = (name: string) => async (): Promise<void> => {
    const file = await loadSample(name)
    if (file !== null) await startRun(file, { values: optionValues.value, sample: name })
  }
  return (
    <main class="start">
      <DropTarget onFiles={openWithKey} />
      <section class="intro">
        <h1>{t('start.title')}</h1>
        <p class="lead">{t('start.lead')}</p>
      </section>
      {missingSample.value !== null ? (
        <Notice kind="error" title={t('start.missing', { name: missingSample.value })}>
          {t('outdated')}
        </Notice>
      ) : null}
      {isPending ? (
        <Notice kind="info">
          <div class="row wrap">
            <span>{t('start.pending')}</span>
            <span class="spacer" />
            <Button
              kind="accent"
              onClick={() => {
                isDismissed.value = false
              }}
            >
              {t('key.enter')}
            </Button>
          </div>
        </Notice>
      ) : null}
      <div class="drop-zone">
        <Icon name="upload" />
        <p class="drop-title">{t('start.drop')}</p>
        <p class="muted">{t('start.types')}</p>
        <Button kind="accent large" onClick={() => input.current?.click()}>
          {t('start.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('start.choose')}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            if (files.length > 0) openWithKey(files)
          }}
        />
      </div>
      <section aria-labelledby="samples-title">
        <h2 id="samples-title">{t('start.samples')}</h2>
        <ul class="samples">
          {samples.map(({ name, file }) => (
            <li key={name}>
              <button type="button" class="sample" onClick={() => withKey(openSample(name))}>
                <span class={`sample-image ${name}`} aria-hidden="true" />
                <strong>{t(`sample.${name}`)}</strong>
                <span class="muted">{t(`sample.${name}.about`)}</span>
                <code>{file}</code>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <RecentList />
      <details class="card options-card">
        <summary>
          <Icon name="sliders" /> {t('options')}
        </summary>
        {isPainted.value ? <OptionsForm /> : null}
      </details>
      {wanted.value !== null || (isPending && !isDismissed.value) ? (
        <KeyDialog
          purpose={isPending && pending.value?.task !== null ? 'link' : 'key'}
          closesOnSuccess
          onClose={() => {
            const action = wanted.value
            wanted.value = null
            isDismissed.value = true
            if (apiKey.value !== '') action?.()
          }}
        />
      ) : null}
    </main>
  )
}
