/** Opens the document of the address: `#sample=report&page=2`, `#task=<id>&block=3.7` or `#recent=4`. */
import { batch, effect, signal } from '@preact/signals'
import { apiKey } from '../client/stored.ts'
import { optionValues } from './options.ts'
import { openRecent } from './recents.ts'
import { turn } from './rotation.ts'
import { current, isUnopened, openTask, reopenTask, startRun } from './runs.ts'
import { loadSample } from './samples.ts'
import { blocks, jumpTo, pages, readAddress, readTurn, resetView, select, tab, wantedPlace } from './view.ts'
import { type Tab, tabs } from './view-names.ts'

interface Source {
  readonly sample: string | null
  readonly task: string | null
  readonly recent: string | null
}

export const pending = signal<Source | null>(null)

export function followAddress(): void {
  openAddress()
  addEventListener('hashchange', openAddress)
  effect(() => {
    const source = pending.value
    if (source === null || (apiKey.value === '' && source.recent === null)) return
    pending.value = null
    open(source).catch(() => undefined)
  })
  effect(goToPlace)
  // Retries a failed task with another key.
  effect(() => {
    const run = current.peek()
    if (apiKey.value !== '' && run !== null && isUnopened(run)) reopenTask(run).catch(() => undefined)
  })
}

function openAddress(): void {
  const address = readAddress()
  const wantedTab = address.get('tab')
  if (tabs.some((name) => name === wantedTab)) tab.value = wantedTab as Tab
  const source: Source = { sample: address.get('sample'), task: address.get('task'), recent: address.get('recent') }
  const run = current.peek()
  const isNamed = source.sample !== null || source.task !== null || source.recent !== null
  const isShown =
    run !== null &&
    run.sample === source.sample &&
    (source.sample !== null ||
      (source.task === null ? String(run.recentId) === source.recent : run.taskId === source.task))
  if (!isShown && isNamed)
    batch(() => {
      resetView()
      pending.value = source
    })
  if (address.has('turn') && (isShown || isNamed)) turn.value = readTurn(address)
  const place = { page: address.get('page'), block: address.get('block') }
  wantedPlace.value = place.page === null && place.block === null ? null : place
}

/** Selects the page and block of the address once the document is loaded; if unknown, the page. */
function goToPlace(): void {
  const place = wantedPlace.value
  if (place === null || pending.value !== null || pages.value.length === 0 || current.value?.status !== 'done') return
  const { page, block } = place
  queueMicrotask(() => {
    wantedPlace.value = null
    const pageOfBlock = block === null ? Number.NaN : Number.parseInt(block, 10)
    const isThere = blocks.peek().some(({ key }) => key === block)
    select(isThere ? block : null, 'other')
    if (!isThere) jumpTo(Number(page) > 0 ? Number(page) - 1 : pageOfBlock || 0)
  })
}

async function open({ sample, task, recent }: Source): Promise<void> {
  if (task !== null) return await openTask(task, optionValues.peek())
  if (sample === null && recent !== null) return await openRecent(Number(recent))
  const file = sample === null ? null : await loadSample(sample)
  if (file !== null) await startRun(file, { values: optionValues.peek(), sample })
}
