import { computed, effect, signal } from '@preact/signals'
import { afterPaint } from '../client/after-paint.ts'
import { storedSignal } from '../client/stored.ts'
import { addRecent, clearRecents, listRecents, type RecentEntry, readRecent, removeRecent } from './recent-store.ts'
import { addFinished, closeRuns, runs, setRecentId } from './runs.ts'
import { resetView, wantedPlace } from './view.ts'

/** `null` until loaded. */
export const recents = signal<readonly RecentEntry[] | null>(null)
/** `false` where IndexedDB is unavailable or refused. */
export const canKeep = signal(true)
export const isRecentMissing = signal(false)
/** Whether the last result was not stored: it is too large, or the browser's storage is full. */
export const isUnkept = signal(false)

const setting = storedSignal('recents', 'on')
export const keepsRecents = computed(() => setting.value === 'on')

/** Length of the list at the last visit, to reserve its space. */
export const knownCount = storedSignal('recents.count', '')

const kept = new Set<number>()

export function followRuns(): void {
  afterPaint(refresh)
  effect(() => {
    for (const run of runs.value) {
      if (run.status !== 'done' || run.recentId !== null || kept.has(run.id) || !keepsRecents.peek()) continue
      kept.add(run.id)
      change(async () => {
        const id = await addRecent(run).catch(() => null)
        isUnkept.value = id === null
        if (id !== null) setRecentId(run.id, id)
      })
    }
  })
}

/** Images come from the service, while it has them. */
export async function openRecent(id: number): Promise<void> {
  const run = await readRecent(id).catch(() => undefined)
  isRecentMissing.value = run === undefined
  if (run === undefined) return refresh()
  resetView()
  addFinished({ ...run, recentId: id })
}

/** For tasks that the service no longer has. */
export async function openKeptTask(id: number): Promise<void> {
  const place = wantedPlace.peek()
  closeRuns()
  await openRecent(id)
  wantedPlace.value = place
}

export function forgetRecent(id: number): void {
  change(() => removeRecent(id))
}

export function forgetAll(): void {
  isUnkept.value = false
  change(clearRecents)
}

/** `false` also removes the stored results. */
export function setKeeping(isOn: boolean): void {
  setting.value = isOn ? 'on' : 'off'
  if (!isOn) forgetAll()
}

function change(work: () => Promise<void>): void {
  work().then(refresh, refresh)
}

function refresh(): void {
  listRecents().then((list) => {
    recents.value = list
    knownCount.value = list.length === 0 ? '' : String(list.length)
  }, refuse)
}

function refuse(): void {
  canKeep.value = false
  recents.value = []
  knownCount.value = ''
}
