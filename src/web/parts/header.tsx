import { useSignal } from '@preact/signals'
import { isOutdated } from '../client/load-module.ts'
import { apiKey, storedSignal } from '../client/stored.ts'
import { chooseLanguage, type Language, language, languages, t } from '../messages/messages.ts'
import { Button } from './buttons.tsx'
import { Logo } from './icons.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { Notice } from './notice.tsx'
import { Select } from './select.tsx'

const theme = storedSignal('theme', '')

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
        <Button kind="skip" onClick={focusContent}>
          {t('skip')}
        </Button>
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
            <Button
              kind={apiKey.value === '' ? 'small accent' : 'small'}
              icon="key"
              onClick={() => {
                isKeyOpen.value = true
              }}
            >
              <span class="wide-only">{apiKey.value === '' ? t('key.enter') : `${apiKey.value.slice(0, 7)}…`}</span>
              <span class="narrow-only visually-hidden">{t('key.enter')}</span>
            </Button>
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
          <Select
            class="small"
            aria-label={t('theme')}
            value={theme.value}
            options={[
              ['', t('theme.system')],
              ['light', t('theme.light')],
              ['dark', t('theme.dark')],
            ]}
            onChoose={chooseTheme}
          />
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
