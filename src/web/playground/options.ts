/** Options of a parse request; their messages are `option.<name>` and `option.<name>.help`. */
import { signal } from '@preact/signals'
import {
  chunkModes,
  chunkTokenizers,
  elementFormatChoices,
  featureDefaults,
  ocrModes,
  officeModes,
} from '../../model/options.ts'

export type OptionGroup = 'reading' | 'output' | 'structure' | 'chunks' | 'delivery'

export interface OptionField {
  readonly name: string
  readonly group: OptionGroup
  /** Form field whose JSON object contains the option. */
  readonly within?: 'element_formats' | 'feature_config'
  readonly kind: 'choice' | 'flag' | 'number' | 'text' | 'password' | 'list'
  readonly choices?: readonly string[]
  /** As in the API. */
  readonly initial: string
  readonly example?: string
}

const choice = (
  name: string,
  group: OptionGroup,
  choices: readonly string[],
  within?: OptionField['within'],
): OptionField => ({ name, group, kind: 'choice', choices, initial: choices[0] ?? '', ...(within ? { within } : {}) })
const flag = (name: string, group: OptionGroup, initial = false, within?: OptionField['within']): OptionField => ({
  name,
  group,
  kind: 'flag',
  initial: String(initial),
  ...(within ? { within } : {}),
})

export const optionFields: readonly OptionField[] = [
  { name: 'page_range', group: 'reading', kind: 'text', initial: '', example: '1-5,8' },
  choice('ocr', 'reading', ocrModes),
  { name: 'ocr_languages', group: 'reading', kind: 'text', initial: '', example: 'eng+chi_sim' },
  { name: 'password', group: 'reading', kind: 'password', initial: '' },
  choice('office', 'reading', officeModes),
  flag('speaker_notes', 'reading'),
  { name: 'output_formats', group: 'output', kind: 'list', choices: ['html', 'zip'], initial: 'markdown,json' },
  ...(['image', 'table', 'formula', 'cs'] as const).map((name) =>
    choice(name, 'output', elementFormatChoices[name], 'element_formats'),
  ),
  flag('page_images', 'output'),
  flag('links', 'output'),
  ...Object.entries(featureDefaults).map(([name, initial]) => flag(name, 'structure', initial, 'feature_config')),
  choice('chunk', 'chunks', chunkModes),
  { name: 'chunk_max_tokens', group: 'chunks', kind: 'number', initial: '512' },
  { name: 'chunk_overlap_tokens', group: 'chunks', kind: 'number', initial: '0' },
  choice('chunk_tokenizer', 'chunks', chunkTokenizers),
  choice('scene', 'delivery', ['general', 'k12']),
  { name: 'callback_url', group: 'delivery', kind: 'text', initial: '', example: 'https://' },
  flag('dedupe', 'delivery'),
]

export type OptionValues = Readonly<Record<string, string>>

const apiDefaults: OptionValues = Object.fromEntries(optionFields.map(({ name, initial }) => [name, initial]))

/** All views of the playground are enabled. */
export const playgroundDefaults: OptionValues = {
  ...apiDefaults,
  output_formats: 'markdown,json,html,zip',
  page_images: 'true',
  enable_title_level_recognition: 'true',
  chunk: 'title',
}

export const optionValues = signal<OptionValues>(playgroundDefaults)

export function setOption(name: string, value: string): void {
  optionValues.value = { ...optionValues.value, [name]: value }
}

export function changedOptions(values: OptionValues): string[] {
  return optionFields.map(({ name }) => name).filter((name) => values[name] !== playgroundDefaults[name])
}

/** Whether a warning is about an option that the playground sets and the user did not. */
export function isOwnWarning(warning: string, values: OptionValues): boolean {
  const name = /^\w+(?=:)/.exec(warning)?.[0] ?? ''
  return playgroundDefaults[name] !== apiDefaults[name] && values[name] === playgroundDefaults[name]
}

/** Fields for options that differ from the defaults of the API. */
export function formFields(values: OptionValues): [name: string, value: string][] {
  const objects: Record<string, Record<string, string | boolean>> = {}
  const fields: [string, string][] = []
  for (const { name, within, kind } of optionFields) {
    const value = values[name] ?? ''
    if (value === apiDefaults[name] || value === '') continue
    if (within === undefined) fields.push([name, value])
    else {
      objects[within] ??= {}
      objects[within][name] = kind === 'flag' ? value === 'true' : value
    }
  }
  return [...fields, ...Object.entries(objects).map(([name, value]): [string, string] => [name, JSON.stringify(value)])]
}
