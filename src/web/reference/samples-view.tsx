import { signal } from '@preact/signals'
import { t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Select } from '../parts/select.tsx'
import type { Endpoint, OpenApi } from './openapi.ts'
import { requestSample, responseSample, type SampleLanguage, sampleLanguages } from './samples.ts'

/** Kept for all operations of a visit. */
const language = signal<SampleLanguage>('curl')

export function SamplesView({ endpoint, api }: { endpoint: Endpoint; api: OpenApi }) {
  const origin = `${location.origin}${location.pathname.replace(/\/docs\/?$/, '')}`
  const request = requestSample(language.value, endpoint, { api, origin })
  const response = responseSample(endpoint, api)
  return (
    <aside class="samples-view" aria-label={t('reference.samples')}>
      <section class="card">
        <header class="row">
          <h2>{t('reference.request')}</h2>
          <span class="spacer" />
          <Select
            class="small"
            aria-label={t('code.language')}
            value={language.value}
            options={sampleLanguages.map((name) => [name, name])}
            onChoose={(name) => {
              language.value = name as SampleLanguage
            }}
          />
          <CopyButton text={() => request} />
        </header>
        <pre class="source request-sample" tabIndex={0}>
          {request}
        </pre>
      </section>
      {response === null ? null : (
        <section class="card">
          <header class="row">
            <h2>{t('reference.response')}</h2>
            <span class="spacer" />
            <CopyButton text={() => response} />
          </header>
          <pre class="source" tabIndex={0}>
            {response}
          </pre>
        </section>
      )}
    </aside>
  )
}
