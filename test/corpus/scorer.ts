/** One document of the corpus: where its parts lie, and its figures by the bench's own scorer. */
import { rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Job {
  readonly set: string
  readonly id: string
  /** The document. */
  readonly path: string
  /** Folder of the truth, `<id>.md`. */
  readonly truth: string
  /** Folder for `<id>.md` and `<id>.json`. */
  readonly predictions: string
  /** Whether presentation is dropped on both sides before comparing. */
  readonly neutral: boolean
}

/** The scorer's figures of one document; `null` where the truth has nothing to compare. */
export interface Figures {
  readonly nid: number | null
  readonly nid_s: number | null
  readonly teds: number | null
  readonly teds_s: number | null
  readonly mhs: number | null
  readonly mhs_s: number | null
  readonly overall: number | null
}

export interface DocumentScore extends Figures {
  readonly id: string
  /** Ending of the document's name. */
  readonly type: string
  readonly seconds: number
  readonly pages: number
  /** `<code> <message>` of a document that failed; it scores 0. */
  readonly error: string | null
}

/** The bench's `score.mjs`. */
export interface Scorer {
  run(truth: string, predictions: string, ids: ReadonlySet<string>, neutral: boolean): { docs: Figures[] }
}

export async function loadScorer(bench: string): Promise<Scorer> {
  return await import(pathToFileURL(join(bench, 'score.mjs')).href)
}

/** Scores the prediction in the predictions folder; a missing prediction scores 0. */
export function scoreDocument(job: Job, scorer: Scorer): Figures & { id: string; type: string } {
  const [figures] = scorer.run(job.truth, job.predictions, new Set([job.id]), job.neutral).docs
  if (figures === undefined) throw new Error(`no truth for ${job.set}/${job.id}`)
  const { nid, nid_s, teds, teds_s, mhs, mhs_s, overall } = figures
  return { id: job.id, type: extname(job.path), nid, nid_s, teds, teds_s, mhs, mhs_s, overall }
}

/** Removes the prediction of an earlier run, so that it is not scored if the new one fails. */
export function removePrediction(job: Job): void {
  for (const ending of ['.md', '.json']) rmSync(join(job.predictions, job.id + ending), { force: true })
}
