/** English is in the first load; other languages load before the first paint. */
import { signal } from '@preact/signals'
import { storedSignal } from '../client/stored.ts'
import english from './en.json'
import type { TranslateWarning } from './warnings.ts'

type MessageId = keyof typeof english
type Messages = Readonly<Record<string, string>>

export const languages = { en: 'English', 'zh-CN': '简体中文' } as const
export type Language = keyof typeof languages

const chosen = storedSignal('language', '')
const messages = signal<Messages>(english)
const warnings = signal<TranslateWarning>((warning) => warning)
export const language = signal<Language>('en')

/** The chosen language, or the first supported one of the browser. */
export async function loadLanguage(): Promise<void> {
  const wanted = [chosen.value, ...navigator.languages].map((name) =>
    /^zh\b/i.test(name) ? 'zh-CN' : /^en\b/i.test(name) ? 'en' : null,
  )
  await setLanguage(wanted.find((name) => name !== null) ?? 'en')
}

export async function chooseLanguage(name: Language): Promise<void> {
  chosen.value = name
  await setLanguage(name)
}

async function setLanguage(name: Language): Promise<void> {
  const loaded = name === 'zh-CN' ? await import('./zh-cn.ts') : null
  messages.value = loaded?.messages ?? english
  warnings.value = loaded?.translateWarning ?? ((warning) => warning)
  language.value = name
  document.documentElement.lang = name
}

export function t(id: MessageId, values: Readonly<Record<string, string | number>> = {}): string {
  const text = messages.value[id] ?? english[id]
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** Text with an id from data, such as a block type. */
export function tDynamic(id: string, fallback: string): string {
  return messages.value[id] ?? fallback
}

/** In the language of the page; `isTranslated` is `false` if it stays English. */
export function translateWarning(warning: string): { readonly text: string; readonly isTranslated: boolean } {
  const text = warnings.value(warning)
  return { text, isTranslated: text !== warning }
}

/** Numbers without separators are the same in all languages; the first use of `Intl` takes time. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value)
  return value.toLocaleString(language.value)
}
