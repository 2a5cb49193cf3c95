import { expect, test } from 'vitest'
import { diffTable, failures, type ScoreFile, setTable, summarize, typeTable } from './report.ts'
import type { DocumentScore } from './scorer.ts'

function doc(id: string, nid: number, teds: number | null, error: string | null = null): DocumentScore {
  const overall = teds === null ? nid : (nid + teds) / 2
  return {
    id,
    type: `.${id}`,
    nid,
    nid_s: nid,
    teds,
    teds_s: teds,
    mhs: null,
    mhs_s: null,
    overall,
    seconds: 1,
    pages: 2,
    error,
  }
}

const file = (docs: DocumentScore[]): ScoreFile => ({
  split: 'all',
  sets: { odl: { summary: summarize(docs), secondsPerPage: 0.5, skipped: 1, docs } },
  labels: { title: docs.length / 10 },
})
const before = file([doc('a', 0.5, 0.5), doc('b', 1, null), doc('c', 0.2, null)])
const after = file([doc('a', 0.7, 0.5), doc('b', 0.9, null, '1106 broken'), doc('d', 1, null)])

test('means leave out what the truth does not have', () =>
  expect(summarize([doc('a', 0.5, 0.1), doc('b', 1, null)])).toEqual({
    nid: 0.75,
    teds: 0.1,
    mhs: null,
    meanOf3: 0.425,
    documentMean: (0.3 + 1) / 2,
  }))

test('our row is ranked among the peers by document mean', () => {
  const peer = { engine: 'peer', nid: 0, teds: 0, mhs: 0, meanOf3: 0, documentMean: 0.99, missing: 0 }
  const lines = setTable('odl', after.sets.odl!, [peer, { ...peer, engine: 'worse', documentMean: 0.1 }]).split('\n')
  expect(lines[0]).toContain('3 documents, 1 with tables, 0 with headings, 1 left out')
  expect(lines.slice(2).map((line) => line.trim().split(/ {2,}/)[0])).toEqual(['peer', '▶ sheaf', 'worse'])
  expect(failures('odl', after.sets.odl!)).toEqual(['  ✗ odl/b: 1106 broken'])
})

test('a comparison takes the documents of both runs only', () => {
  const text = diffTable(before, after)
  expect(text).toContain('odl (2 in both): nid 0.8000 (+0.0500)')
  expect(text).toContain('1 better, 1 worse')
  expect(text).toMatch(/ {2}a +overall \+0\.1000 {2}nid \+0\.2000 {2}teds \+0\.0000/)
  expect(text).toMatch(/ {2}b +overall −0\.1000/)
  expect(text).toContain('title +0.0000')
})

test('means are listed by type, with those of the other run', () => {
  const lines = typeTable(after.sets.odl!.docs, before.sets.odl!.docs).split('\n')
  expect(lines.map((line) => line.trim().split(/ {2,}| (?=[.\d–])/))).toEqual([
    ['type', 'documents', 'NID', 'TEDS', 'MHS', 'document mean', 'of --diff'],
    ['.d', '1', '1.0000', '–', '–', '1.0000', '–'],
    ['.b', '1', '0.9000', '–', '–', '0.9000', '1.0000'],
    ['.a', '1', '0.7000', '0.5000', '–', '0.6000', '0.5000'],
  ])
  expect(typeTable([doc('a', 1, null), doc('b', 1, null)])).toBe('')
})
