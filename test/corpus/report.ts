/** Formats scores as text: the rows of Sheaf and of its peers, the failures, and the changes since an earlier run. */
import type { DocumentScore, Metrics } from './scorer.ts'

export interface Summary {
  readonly nid: number | null
  readonly teds: number | null
  readonly mhs: number | null
  /** Mean of the three means. */
  readonly meanOf3: number | null
  /** Mean over documents of each one's available metrics. */
  readonly documentMean: number | null
}

export interface SetScores {
  readonly summary: Summary
  readonly secondsPerPage: number
  /** Documents of types that this build does not read. */
  readonly skipped: number
  readonly docs: readonly DocumentScore[]
}

/** Contents of the file that `--out` writes and `--diff` reads. */
export interface ScoreFile {
  readonly split: string
  readonly sets: Readonly<Record<string, SetScores>>
  /** Intersection over union of the areas of each element type, over `odl`. */
  readonly labels: Readonly<Record<string, number>>
}

export interface PeerRow extends Summary {
  readonly engine: string
  readonly missing: number
}

export function summarize(docs: readonly DocumentScore[]): Summary {
  const [nid, teds, mhs] = (['nid', 'teds', 'mhs'] as const).map((name) => mean(docs.map((doc) => doc[name])))
  const three = [nid ?? null, teds ?? null, mhs ?? null] as const
  return {
    nid: three[0],
    teds: three[1],
    mhs: three[2],
    meanOf3: mean(three),
    documentMean: mean(docs.map((doc) => doc.overall)),
  }
}

function mean(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length
}

/** One set: Sheaf and its peers, best document mean first. Rows of peers are for the whole set. */
export function setTable(set: string, scores: SetScores, peers: readonly PeerRow[]): string {
  const { docs, skipped } = scores
  const failed = docs.filter((doc) => doc.error !== null).length
  const count = (name: keyof Metrics) => docs.filter((doc) => doc[name] !== null).length
  const left = skipped > 0 ? `, ${skipped} left out (types not read yet)` : ''
  const head = `${set}: ${docs.length} documents, ${count('teds')} with tables, ${count('mhs')} with headings${left}; ${scores.secondsPerPage.toFixed(3)} s/page`
  if (docs.length === 0) return head
  const rows = [...peers, { engine: '▶ sheaf', missing: failed, ...scores.summary }].sort(
    (a, b) => (b.documentMean ?? 0) - (a.documentMean ?? 0),
  )
  return [
    head,
    `${'engine'.padEnd(40)} NID    TEDS   MHS    mean of 3  document mean  missing`,
    ...rows.map(
      (row) =>
        `${row.engine.padEnd(40)} ${figure(row.nid)} ${figure(row.teds)} ${figure(row.mhs)} ${figure(row.meanOf3)}     ${figure(row.documentMean)}         ${row.missing}`,
    ),
    ...ignoringCase(docs),
  ].join('\n')
}

function ignoringCase(docs: readonly DocumentScore[]): string[] {
  const nid = mean(docs.map(({ nidIgnoringCase }) => nidIgnoringCase ?? null))
  return nid === null ? [] : [`NID ignoring case ${figure(nid)}`]
}

export function failures(set: string, scores: SetScores): string[] {
  return scores.docs
    .filter((doc) => doc.error !== null)
    .map((doc) => `  ✗ ${set}/${doc.id}: ${doc.error?.slice(0, 300)}`)
}

/**
 * Lists the means by document type, with those of another run if there is one. Sets of one or two types have no
 * table.
 */
export function typeTable(docs: readonly DocumentScore[], other: readonly DocumentScore[] = []): string {
  const types = Map.groupBy(docs, (doc) => doc.type)
  if (types.size < 3) return ''
  const rows = [...types].map(([type, part]) => {
    const ids = new Set(part.map((doc) => doc.id))
    return {
      type,
      count: part.length,
      ...summarize(part),
      other: summarize(other.filter((doc) => ids.has(doc.id))).documentMean,
    }
  })
  return [
    `type   documents  NID    TEDS   MHS    document mean${other.length > 0 ? '  of --diff' : ''}`,
    ...rows
      .sort((a, b) => (b.documentMean ?? 0) - (a.documentMean ?? 0))
      .map(
        (row) =>
          `${row.type.padEnd(6)} ${String(row.count).padStart(9)}  ${figure(row.nid)} ${figure(row.teds)} ${figure(row.mhs)} ${figure(row.documentMean)}${other.length > 0 ? `         ${figure(row.other)}` : ''}`,
      ),
  ].join('\n')
}

export function labelLine(labels: Readonly<Record<string, number>>): string {
  return `element types over odl (area IoU): ${Object.entries(labels)
    .map(([type, iou]) => `${type} ${iou.toFixed(3)}`)
    .join(' · ')}`
}

/** Minimum change that is reported; smaller ones are rounding. */
const smallestChange = 0.0005
const listedChanges = 10

/** Per set: the changes of the means over the documents of both runs, and the documents with the largest changes. */
export function diffTable(before: ScoreFile, after: ScoreFile): string {
  const lines: string[] = []
  for (const [set, { docs }] of Object.entries(after.sets)) {
    const old = new Map(before.sets[set]?.docs.map((doc) => [doc.id, doc]))
    const pairs = docs.flatMap((doc) => {
      const was = old.get(doc.id)
      return was === undefined ? [] : [{ was, now: doc, change: (doc.overall ?? 0) - (was.overall ?? 0) }]
    })
    if (pairs.length === 0) continue
    const was = summarize(pairs.map((pair) => pair.was))
    const now = summarize(pairs.map((pair) => pair.now))
    const moved = pairs.filter(({ change }) => Math.abs(change) >= smallestChange).sort((a, b) => b.change - a.change)
    lines.push(
      `${set} (${pairs.length} in both): ${(['nid', 'teds', 'mhs', 'meanOf3', 'documentMean'] as const).map((name) => `${name} ${figure(now[name])} (${signed(now[name], was[name])})`).join('  ')}`,
      `  ${moved.filter(({ change }) => change > 0).length} better, ${moved.filter(({ change }) => change < 0).length} worse`,
      ...moved
        .filter(({ change }) => change > 0)
        .slice(0, listedChanges)
        .map(changeLine),
      ...moved
        .filter(({ change }) => change < 0)
        .slice(-listedChanges)
        .map(changeLine),
    )
  }
  const types = Object.entries(after.labels).map(([type, iou]) => `${type} ${signed(iou, before.labels[type] ?? null)}`)
  if (types.length > 0) lines.push(`element types: ${types.join(' · ')}`)
  return lines.join('\n')
}

function changeLine({ was, now }: { was: DocumentScore; now: DocumentScore }): string {
  const parts = (['overall', 'nid', 'teds', 'mhs'] as const).filter((name) => now[name] !== null || was[name] !== null)
  return `  ${now.id.padEnd(44)} ${parts.map((name) => `${name} ${signed(now[name], was[name])}`).join('  ')}`
}

function signed(now: number | null, was: number | null): string {
  if (now === null || was === null) return '  –   '
  return `${now - was < 0 ? '−' : '+'}${Math.abs(now - was).toFixed(4)}`
}

function figure(value: number | null): string {
  return value === null ? '   –  ' : value.toFixed(4)
}
