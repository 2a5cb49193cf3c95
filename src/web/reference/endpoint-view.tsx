import { useSignal } from '@preact/signals'
import { isPainted } from '../client/after-paint.ts'
import { t } from '../messages/messages.ts'
import { Select } from '../parts/select.tsx'
import type { Endpoint, Media, OpenApi } from './openapi.ts'
import { resolveExample } from './openapi.ts'
import { RichText } from './rich-text.tsx'
import { SamplesView } from './samples-view.tsx'
import { SchemaView } from './schema-view.tsx'
import { TryIt } from './try-it.tsx'

export function EndpointView({ endpoint, api }: { endpoint: Endpoint; api: OpenApi }) {
  const { method, path, operation } = endpoint
  return (
    <div class="operation">
      <div class="operation-text">
        <h1>{operation.summary}</h1>
        <p class="route">
          <span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
        </p>
        {operation.description === undefined ? null : (
          <p>
            <RichText text={operation.description} />
          </p>
        )}
        <TryIt endpoint={endpoint} api={api} />
        {isPainted.value ? <Contract endpoint={endpoint} api={api} /> : null}
      </div>
      <SamplesView endpoint={endpoint} api={api} />
    </div>
  )
}

function Contract({ endpoint: { operation }, api }: { endpoint: Endpoint; api: OpenApi }) {
  const [body] = Object.entries(operation.requestBody?.content ?? {})
  const parameters = operation.parameters ?? []
  return (
    <>
      {parameters.length === 0 ? null : (
        <section class="card section">
          <h2>{t('reference.parameters')}</h2>
          <dl class="properties">
            {parameters.map(({ name, in: place, required, description }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> <span class="muted">{place}</span>
                  {required ? <span class="badge">{t('reference.required')}</span> : null}
                </dt>
                <dd>{description === undefined ? null : <RichText text={description} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {body?.[1].schema === undefined ? null : (
        <section class="card section">
          <h2>
            {t('reference.request')} <small class="muted">{body[0]}</small>
          </h2>
          <SchemaView schema={body[1].schema} api={api} />
        </section>
      )}
      <section class="card section">
        <h2>{t('reference.responses')}</h2>
        {Object.entries(operation.responses).map(([status, { description, content = {} }]) => (
          <details key={status} open={status === '200'}>
            <summary>
              <strong>{status}</strong> {description}
            </summary>
            {Object.entries(content).map(([type, media]) => (
              <div key={type} class="media">
                <p class="muted">{type}</p>
                {media.schema === undefined ? null : <SchemaView schema={media.schema} api={api} />}
                <Examples media={media} api={api} />
              </div>
            ))}
          </details>
        ))}
      </section>
    </>
  )
}

function Examples({ media, api }: { media: Media; api: OpenApi }) {
  const list = Object.entries(media.examples ?? {}).map(([name, example]) => ({
    name,
    ...resolveExample(example, api),
  }))
  const name = useSignal(list[0]?.name ?? '')
  const shown = list.find((example) => example.name === name.value)
  if (shown === undefined) return null
  return (
    <div class="stack">
      <label class="field">
        <span>{t('reference.errors')}</span>
        <Select
          value={name.value}
          options={list.map((example) => [
            example.name,
            `${example.name.replace(/\D+/g, '')} ${example.summary ?? ''}`,
          ])}
          onChoose={(chosen) => {
            name.value = chosen
          }}
        />
      </label>
      <pre class="source">{JSON.stringify(shown.value, null, 2)}</pre>
    </div>
  )
}
