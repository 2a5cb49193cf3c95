/** One document of the corpus: its files, and its scores by the scorers of the bench. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A statement about a page that the bench's `facts.mjs` can check. */
export interface Fact {
  readonly pdf: string
  readonly category: string
}

export interface Job {
  readonly set: string
  readonly id: string
  /** File extension, or the category of facts. */
  readonly type: string
  /** The document. */
  readonly path: string
  /** Folder of the truth, `<id>.md`. */
  readonly truth: string
  /** Folder for `<id>.md` and `<id>.json`. */
  readonly predictions: string
  /** Whether presentation is dropped on both sides before comparing. */
  readonly neutral: boolean
  /** Whether the text is also scored in lower case. */
  readonly ignoreCase?: boolean
  /** Facts about the document, instead of a truth. */
  readonly facts?: readonly Fact[]
}

/** Metrics of one document; `null` if the truth has nothing to compare. */
export interface Metrics {
  readonly nid: number | null
  readonly nid_s: number | null
  readonly teds: number | null
  readonly teds_s: number | null
  readonly mhs: number | null
  readonly mhs_s: number | null
  readonly overall: number | null
}

const notScored: Metrics = {
  nid: null,
  nid_s: null,
  teds: null,
  teds_s: null,
  mhs: null,
  mhs_s: null,
  overall: null,
}

export interface DocumentScore extends Metrics {
  readonly id: string
  /** That of the job. */
  readonly type: string
  readonly facts?: { readonly passed: number; readonly all: number }
  /** NID of both texts in lower case, if the truth is upper case only. */
  readonly nidIgnoringCase?: number | null
  readonly seconds: number
  readonly pages: number
  /** `<code> <message>` of a document that failed; it scores 0. */
  readonly error: string | null
}

/** The bench's `score.mjs` and `facts.mjs`. */
export interface Scorer {
  /** Whether the fact is true of the Markdown, and the reason. */
  check(fact: Fact, markdown: string): readonly [holds: boolean, reason: string]
  run(truth: string, predictions: string, ids: ReadonlySet<string>, neutral: boolean): { docs: Metrics[] }
}

export async function loadScorer(bench: string): Promise<Scorer> {
  const { run } = await import(pathToFileURL(join(bench, 'score.mjs')).href)
  const { check } = await import(pathToFileURL(join(bench, 'facts.mjs')).href)
  return { run, check }
}

/** Scores the prediction in the predictions folder; a missing prediction scores 0. */
export function scoreDocument(job: Job, scorer: Scorer): Omit<DocumentScore, 'seconds' | 'pages' | 'error'> {
  if (job.facts !== undefined) {
    const facts = countFacts(job, scorer)
    return { id: job.id, type: job.type, facts, ...notScored, overall: facts.passed / facts.all }
  }
  const [metrics] = scorer.run(job.truth, job.predictions, new Set([job.id]), job.neutral).docs
  if (metrics === undefined) throw new Error(`no truth for ${job.set}/${job.id}`)
  const { nid, nid_s, teds, teds_s, mhs, mhs_s, overall } = metrics
  const lower = job.ignoreCase ? { nidIgnoringCase: scoreLowerCase(job, scorer) } : {}
  return { id: job.id, type: job.type, nid, nid_s, teds, teds_s, mhs, mhs_s, overall, ...lower }
}

function scoreLowerCase({ id, truth, predictions, neutral }: Job, scorer: Scorer): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-score-'))
  try {
    for (const [name, from] of Object.entries({ truth, predictions })) {
      const path = join(from, `${id}.md`)
      mkdirSync(join(folder, name))
      if (existsSync(path)) writeFileSync(join(folder, name, `${id}.md`), readFileSync(path, 'utf8').toLowerCase())
    }
    return scorer.run(join(folder, 'truth'), join(folder, 'predictions'), new Set([id]), neutral).docs[0]?.nid ?? null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes the prediction of an earlier run, so that it is not scored if the new one fails. */
export function removePrediction(job: Job): void {
  for (const ending of ['.md', '.json']) rmSync(join(job.predictions, job.id + ending), { force: true })
}

/** Numbers of the facts that are true of the job's prediction; none without a prediction. */
function countFacts(job: Job, { check }: Scorer): { passed: number; all: number } {
  const facts = job.facts ?? []
  const path = join(job.predictions, `${job.id}.md`)
  const markdown = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return { passed: facts.filter((fact) => check(fact, markdown)[0]).length, all: facts.length }
}
