/** Opens the sample or task of the address: `#sample=report&page=2` or `#task=<id>&block=3.7`. */
import { effect, signal } from '@preact/signals'
import { apiKey } from '../client/stored.ts'
import { optionValues } from './options.ts'
import { current, openTask, startRun } from './runs.ts'
import { loadSample } from './samples.ts'
import { jumpTo, pages, readAddress, select, type Tab, tab, tabs } from './view.ts'

/** A document that is opened as soon as there is a key. */
export const pending = signal<{ readonly sample: string | null; readonly task: string | null } | null>(null)

export function openFromAddress(): void {
  const address = readAddress()
  const wantedTab = address.get('tab')
  if (tabs.some((name) => name === wantedTab)) tab.value = wantedTab as Tab
  const [sample, task] = [address.get('sample'), address.get('task')]
  if (sample === null && task === null) return
  pending.value = { sample, task }
  const page = Number(address.get('page') ?? 0)
  const block = address.get('block')
  let isPlaced = false
  effect(() => {
    if (isPlaced || pages.value.length === 0 || current.value?.status !== 'done') return
    isPlaced = true
    queueMicrotask(() => {
      if (block !== null) select(block, 'other')
      else if (page > 0) jumpTo(page - 1)
    })
  })
  effect(() => {
    if (pending.value === null || apiKey.value === '') return
    pending.value = null
    open(sample, task).catch(() => undefined)
  })
}

async function open(sample: string | null, task: string | null): Promise<void> {
  if (task !== null) return await openTask(task, optionValues.value)
  const file = sample === null ? null : await loadSample(sample)
  if (file !== null) await startRun(file, { values: optionValues.value, sample })
}
