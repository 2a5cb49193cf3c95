/** Results in IndexedDB. Without it, as in some private windows, each function rejects. */
import { type DBSchema, openDB } from 'idb'
import type { Run } from './runs.ts'

export interface RecentEntry {
  readonly id: number
  readonly name: string
  readonly endedAt: number
  readonly pages: number
  /** Size in the browser. */
  readonly bytes: number
  /** Absent in entries of earlier versions. */
  readonly taskId?: string | null
}

/** Entries have their own store, so that the list loads without the results. */
interface Schema extends DBSchema {
  entries: { key: number; value: Omit<RecentEntry, 'id'> & { readonly id?: number } }
  results: { key: number; value: Run }
}

export const MAX_RECENTS = 10
export const MAX_RECENT_BYTES = 50_000_000

const open = () =>
  openDB<Schema>('sheaf', 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true })
      database.createObjectStore('results')
    },
  })
let opened: ReturnType<typeof open> | undefined

function database(): ReturnType<typeof open> {
  opened ??= open()
  return opened
}

/** In descending order of time. */
export async function listRecents(): Promise<RecentEntry[]> {
  const entries = (await (await database()).getAll('entries')) as RecentEntry[]
  return entries.sort((a, b) => b.id - a.id)
}

/**
 * Removes the oldest results above the limit. A large result loses its file or is not stored (`null`). Passwords never
 * are.
 */
export async function addRecent(run: Run): Promise<number | null> {
  const textBytes = new Blob([JSON.stringify({ ...run, file: null })]).size
  const keepsFile = textBytes + (run.file?.size ?? 0) <= MAX_RECENT_BYTES
  const bytes = textBytes + (keepsFile ? (run.file?.size ?? 0) : 0)
  if (bytes > MAX_RECENT_BYTES) return null
  const kept: Run = {
    ...run,
    file: keepsFile ? run.file : null,
    values: { ...run.values, password: '' },
    fields: run.fields.filter(([name]) => name !== 'password'),
  }
  const change = (await database()).transaction(['entries', 'results'], 'readwrite')
  const entries = change.objectStore('entries')
  const results = change.objectStore('results')
  const id = await entries.add({
    name: run.fileName,
    endedAt: run.endedAt ?? Date.now(),
    pages: run.pages.length,
    bytes,
    taskId: run.taskId,
  })
  await results.put(kept, id)
  const all = (await entries.getAll()) as RecentEntry[]
  let sum = 0
  for (const [index, entry] of all.sort((a, b) => b.id - a.id).entries()) {
    sum += entry.bytes
    if (index < MAX_RECENTS && sum <= MAX_RECENT_BYTES) continue
    await entries.delete(entry.id)
    await results.delete(entry.id)
  }
  await change.done
  return id
}

export async function readRecent(id: number): Promise<Run | undefined> {
  return await (await database()).get('results', id)
}

export async function removeRecent(id: number): Promise<void> {
  const change = (await database()).transaction(['entries', 'results'], 'readwrite')
  await Promise.all([change.objectStore('entries').delete(id), change.objectStore('results').delete(id), change.done])
}

export async function clearRecents(): Promise<void> {
  const change = (await database()).transaction(['entries', 'results'], 'readwrite')
  await Promise.all([change.objectStore('entries').clear(), change.objectStore('results').clear(), change.done])
}
