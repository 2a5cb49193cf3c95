import '../styles/shared.ts'
import '../styles/reference.css'
import { signal } from '@preact/signals'
import { render } from 'preact'
import { afterPaint, isPainted } from '../client/after-paint.ts'
import { loadLanguage, t } from '../messages/messages.ts'
import { Header } from '../parts/header.tsx'
import { Notice } from '../parts/notice.tsx'
import { EndpointView } from './endpoint-view.tsx'
import { type Endpoint, endpointsOf, type OpenApi } from './openapi.ts'
import { RichText } from './rich-text.tsx'

/** Delay of the loading message, in milliseconds. */
const WAIT_MS = 150

const api = signal<OpenApi | null>(null)
const problem = signal(false)
const chosen = signal(location.hash.slice(1))

function Reference() {
  const document = api.value
  return (
    <>
      <Header page="reference" />
      {document === null ? (
        <main class="reference-wait">
          {problem.value ? <Notice kind="error">{t('error.0')}</Notice> : <p class="muted">{t('reference.loading')}</p>}
        </main>
      ) : (
        <Loaded api={document} />
      )}
    </>
  )
}

function Loaded({ api: document }: { api: OpenApi }) {
  const endpoints = endpointsOf(document)
  const current = endpoints.find(({ operation }) => operation.operationId === chosen.value) ?? endpoints[0]
  return (
    <div class="reference">
      <nav class="endpoints" aria-label={t('reference.routes')}>
        {document.tags.map(({ name, description }) => (
          <section key={name}>
            <h2 title={description}>{name}</h2>
            <ul>
              {endpoints
                .filter(({ operation }) => operation.tags.includes(name))
                .map((endpoint) => (
                  <EndpointLink
                    key={endpoint.operation.operationId}
                    endpoint={endpoint}
                    isCurrent={endpoint === current}
                  />
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <main class="endpoint">
        <p class="muted">
          <RichText text={document.info.description} />{' '}
          <a href="openapi.json" download="openapi.json">
            openapi.json
          </a>
        </p>
        {current === undefined ? null : (
          <EndpointView key={current.operation.operationId} endpoint={current} api={document} />
        )}
      </main>
    </div>
  )
}

function EndpointLink({
  endpoint: { method, path, operation },
  isCurrent,
}: {
  endpoint: Endpoint
  isCurrent: boolean
}) {
  return (
    <li>
      <a href={`#${operation.operationId}`} aria-current={isCurrent ? 'true' : undefined}>
        <span class={`method ${method}`}>{method.toUpperCase()}</span> <span class="path">{path}</span>
      </a>
    </li>
  )
}

async function load(): Promise<void> {
  try {
    const response = await fetch('openapi.json')
    if (!response.ok) throw new Error(`status ${response.status}`)
    api.value = await response.json()
    afterPaint(() => {
      isPainted.value = true
    })
  } catch {
    problem.value = true
  }
}

addEventListener('hashchange', () => {
  chosen.value = location.hash.slice(1)
})
const loading = load()
await loadLanguage()
await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
render(<Reference />, document.getElementById('app') ?? document.body)
