/**
 * The facts of the bench: single pages with statements about their text, reading order and tables that a program can
 * check.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inSplit, type Split } from './holdout.ts'
import type { DocumentScore, Fact, Job } from './scorer.ts'

/** One job per page. `predictions`: folder of the set; each category has a folder in it. */
export function listFactJobs(
  bench: string,
  { predictions, split, limit }: { predictions: string; split: Split; limit: number | undefined },
): Job[] {
  const all: Fact[] = JSON.parse(readFileSync(join(bench, 'facts/facts.json'), 'utf8'))
  const byPage = Map.groupBy(all, ({ category, pdf }) => `${category}/${basename(pdf, '.pdf')}`)
  const files = join(bench, 'facts/files')
  return readdirSync(files).flatMap((category) =>
    readdirSync(join(files, category))
      .map((name) => basename(name, '.pdf'))
      .filter((id) => byPage.has(`${category}/${id}`) && inSplit(id, split))
      .sort()
      .slice(0, limit)
      .map((id) => ({
        set: 'facts',
        id,
        type: category,
        path: join(files, category, `${id}.pdf`),
        truth: files,
        predictions: join(predictions, category),
        neutral: false,
        facts: byPage.get(`${category}/${id}`) ?? [],
      })),
  )
}

/** Passed facts per category, and the mean of the categories, in percent. */
export function factsTable(docs: readonly DocumentScore[]): string {
  const percents: number[] = []
  const rows = [...Map.groupBy(docs, ({ type }) => type)].map(([category, pages]) => {
    const passed = pages.reduce((sum, { facts }) => sum + (facts?.passed ?? 0), 0)
    const all = pages.reduce((sum, { facts }) => sum + (facts?.all ?? 0), 0)
    const percent = (100 * passed) / all
    percents.push(percent)
    return `${category.padEnd(20)} ${`${passed}/${all}`.padStart(9)}  ${percent.toFixed(1)} %`
  })
  const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
  return [`facts: ${docs.length} pages`, ...rows, `mean of categories ${''.padStart(11)} ${mean.toFixed(1)} %`].join(
    '\n',
  )
}
