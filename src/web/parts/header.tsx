import { useSignal } from '@preact/signals'
import { isOutdated } from '../client/load-module.ts'
import { apiKey, storedSignal } from '../client/stored.ts'
import { chooseLanguage, type Language, language, languages, t } from '../messages/messages.ts'
import { Icon, Logo } from './icons.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { Notice } from './notice.tsx'

const theme = storedSignal('theme', '')
const themes = ['', 'light', 'dark'] as const

function chooseTheme(name: string): void {
  theme.value = name
  if (name === '') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = name
}

function focusContent(): void {
  const content = document.querySelector('main')
  if (content === null) return
  content.tabIndex = -1
  content.focus()
}

export function Header({
  page,
  withKey = true,
}: {
  page: 'playground' | 'dashboard' | 'reference'
  withKey?: boolean
}) {
  const isKeyOpen = useSignal(false)
  const pages = [
    ['playground', './', t('nav.playground')],
    ['dashboard', 'dashboard', t('nav.dashboard')],
    ['reference', 'docs', t('nav.reference')],
  ] as const
  return (
    <>
      <header class="top">
        <button type="button" class="button skip" onClick={focusContent}>
          {t('skip')}
        </button>
        <a class="brand" href="./">
          <Logo />
          Sheaf
        </a>
        <nav aria-label={t('nav')}>
          {pages.map(([name, href, label]) => (
            <a key={name} href={href} aria-current={name === page ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div class="top-end">
          {withKey ? (
            <button
              type="button"
              class={apiKey.value === '' ? 'button small accent' : 'button small'}
              onClick={() => {
                isKeyOpen.value = true
              }}
            >
              <Icon name="key" />
              <span class="wide-only">{apiKey.value === '' ? t('key.enter') : `${apiKey.value.slice(0, 7)}…`}</span>
              <span class="narrow-only visually-hidden">{t('key.enter')}</span>
            </button>
          ) : null}
          <select
            class="small"
            aria-label={t('language')}
            value={language.value}
            onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
          >
            {Object.entries(languages).map(([name, label]) => (
              <option key={name} value={name} lang={name}>
                {label}
              </option>
            ))}
          </select>
          <select
            class="small"
            aria-label={t('theme')}
            value={theme.value}
            onChange={(event) => chooseTheme(event.currentTarget.value)}
          >
            {themes.map((name) => (
              <option key={name} value={name}>
                {name === '' ? t('theme.system') : name === 'light' ? t('theme.light') : t('theme.dark')}
              </option>
            ))}
          </select>
        </div>
        {isKeyOpen.value ? (
          <KeyDialog
            onClose={() => {
              isKeyOpen.value = false
            }}
          />
        ) : null}
      </header>
      {isOutdated.value ? <Notice kind="warning">{t('outdated')}</Notice> : null}
    </>
  )
}
