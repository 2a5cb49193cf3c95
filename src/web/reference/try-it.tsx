import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Problem, problemOf, send } from '../client/api.ts'
import { apiKey } from '../client/stored.ts'
import { t } from '../messages/messages.ts'
import { ProblemNotice } from '../parts/problem-text.tsx'
import { InputField } from './input-field.tsx'
import type { Endpoint, OpenApi } from './openapi.ts'
import { bodyOf, buildRequest, credentialOf, type FieldValue, isForm } from './request.ts'
import { type Answer, ResponseView } from './response-view.tsx'

/** Maximum characters of a shown body. */
const MAX_SHOWN = 200_000

export function TryIt({ endpoint, api }: { endpoint: Endpoint; api: OpenApi }) {
  const form = useRef<HTMLFormElement>(null)
  const answer = useSignal<Answer | null>(null)
  const problem = useSignal<Problem | null>(null)
  const isSending = useSignal(false)
  const credential = credentialOf(endpoint)
  const body = bodyOf(endpoint, api)
  const parameters = endpoint.operation.parameters ?? []
  const fields = body !== null && isForm(body) ? Object.entries(body.schema.properties ?? {}) : []

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (form.current === null) return
    const data = new FormData(form.current)
    const values = new Map<string, FieldValue>()
    for (const name of [...parameters.map((parameter) => parameter.name), ...fields.map(([name]) => name)]) {
      const value = data.get(`field:${name}`)
      if (value instanceof File ? value.size > 0 || value.name !== '' : value !== null && value !== '')
        values.set(name, value as FieldValue)
    }
    const content = data.get('body')
    const bearer = String(data.get('bearer') ?? '').trim()
    const { path, init } = buildRequest(endpoint, { values, requestBody: body, body: content, bearer })
    isSending.value = true
    problem.value = null
    answer.value = null
    const startedAt = performance.now()
    try {
      const response = await send(path, init)
      await readResponse(response, (text, isComplete) => {
        answer.value = {
          status: response.status,
          type: response.headers.get('content-type') ?? '',
          requestId: response.headers.get('x-request-id') ?? '',
          milliseconds: Math.round(performance.now() - startedAt),
          text,
          isComplete,
        }
      })
    } catch (error) {
      problem.value = problemOf(error)
    } finally {
      isSending.value = false
    }
  }

  return (
    <details class="card section try-it" open>
      <summary>{t('reference.try')}</summary>
      <form ref={form} class="try-form" onSubmit={submit}>
        {credential === null ? null : (
          <label class="field">
            <span>{credential === 'admin' ? t('admin.token') : t('key.label')}</span>
            <input name="bearer" type="password" autocomplete="off" value={credential === 'key' ? apiKey.value : ''} />
          </label>
        )}
        {parameters.map(({ name, schema = {}, required = false }) => (
          <InputField key={name} name={name} schema={schema} isRequired={required} api={api} />
        ))}
        {fields.map(([name, schema]) => (
          <InputField
            key={name}
            name={name}
            schema={schema}
            isRequired={body?.schema.required?.includes(name) ?? false}
            api={api}
          />
        ))}
        {body === null || isForm(body) ? null : body.type === 'application/json' ? (
          <label class="field wide">
            <span>{t('reference.body')}</span>
            <textarea name="body" rows={6} spellcheck={false}>
              {'{}'}
            </textarea>
          </label>
        ) : (
          <label class="field">
            <span>{t('reference.body')}</span>
            <input name="body" type="file" />
          </label>
        )}
        <div class="row wide">
          <button type="submit" class="button accent" disabled={isSending.value}>
            {isSending.value ? t('reference.sending') : t('reference.send')}
          </button>
        </div>
      </form>
      <ProblemNotice problem={problem.value} />
      {answer.value === null ? null : <ResponseView answer={answer.value} />}
    </details>
  )
}

async function readResponse(response: Response, show: (text: string, isComplete: boolean) => void): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (!/json|text|xml|event-stream/.test(type)) {
    const { size } = await response.blob()
    show(t('reference.bytes', { size }), true)
    return
  }
  const decoder = new TextDecoder()
  let text = ''
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    text += decoder.decode(read.value, { stream: true })
    if (type.startsWith('text/event-stream')) show(text.slice(0, MAX_SHOWN), false)
  }
  show(pretty(text, type).slice(0, MAX_SHOWN), true)
}

function pretty(text: string, type: string): string {
  try {
    return type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}
