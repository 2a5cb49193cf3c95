import { useSignal } from '@preact/signals'
import { t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import type { Run } from './runs.ts'
import { type SnippetLanguage, snippetLanguages, snippetOf } from './snippets.ts'

export function CodeView({ run }: { run: Run }) {
  const language = useSignal<SnippetLanguage>('curl')
  const { origin, pathname } = location
  const text = snippetOf(language.value, {
    origin: `${origin}${pathname.replace(/\/$/, '')}`,
    fileName: run.fileName,
    // The password is not shown.
    fields: run.fields.map(([name, value]) => [name, name === 'password' ? '…' : value]),
    isAsync: run.mode === 'async',
  })
  return (
    <>
      <div class="panel-tools">
        <div class="segments" role="group" aria-label={t('code.language')}>
          {snippetLanguages.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={language.value === name}
              onClick={() => {
                language.value = name
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton text={() => text} />
      </div>
      <p class="muted code-help">{t('code.key')}</p>
      <pre class="source code">{text}</pre>
    </>
  )
}
