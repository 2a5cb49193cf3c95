import { expect, test } from 'vitest'
import { storeDocxFields } from '../../../../src/office/fixups/fields/docx-fields.ts'

const root = (body: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${body}</w:p></w:body></w:document>`
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const field = (instruction: string, result: string) =>
  mark('begin') + code(instruction) + mark('separate') + result + mark('end')
const simple = (instruction: string, result: string) =>
  `<w:fldSimple w:instr="${instruction}" w:dirty="false">${result}</w:fldSimple>`
const bare = '<w:r></w:r>'
const stored = (result: string) => bare.repeat(3) + result + bare
const change = (body: string) => storeDocxFields(root(body))

test('date and file fields become their stored results', () => {
  expect(change(simple(' FILENAME \\p ', run('report.docx')))).toBe(root(run('report.docx')))
  expect(change(field(' DATE \\@ &quot;d MMMM&quot; ', run('3 May')))).toBe(root(stored(run('3 May'))))
  expect(change(mark('begin') + code(' SAVE') + code('DATE ') + mark('separate') + run('3 May') + mark('end'))).toBe(
    root(bare + stored(run('3 May'))),
  )
  const inOneRun = (marks: readonly string[]) => `<w:r>${marks[0]}${marks[1]}<w:t>7</w:t><w:tab/>${marks[2]}</w:r>`
  const types = ['begin', 'separate', 'end'].map((type) => `<w:fldChar w:fldCharType="${type}"></w:fldChar>`)
  expect(change(inOneRun([`${types[0]}<w:instrText>REVNUM</w:instrText>`, types[1]!, types[2]!]))).toBe(
    root(inOneRun(['', '', ''])),
  )
})

test('page and reference fields and fields without a stored result are unchanged', () => {
  for (const instruction of [
    'PAGE',
    'NUMPAGES',
    'PAGEREF a',
    'TOC \\o',
    'REF a',
    'HYPERLINK "a"',
    'SEQ a',
    'IF 1 > 2 "a"',
    '= 1',
    'DATES',
  ])
    expect(change(field(instruction, run('x')))).toBeNull()
  expect(change(simple('DATE', ''))).toBeNull()
  expect(change('<w:fldSimple w:instr="DATE"/>')).toBeNull()
  expect(change(field('DATE', '<w:r><w:t/></w:r>'))).toBeNull()
  expect(change(mark('begin') + code('DATE') + mark('end'))).toBeNull()
})

test('a field inside a result is handled on its own; a field inside an instruction is not text', () => {
  expect(change(field('HYPERLINK', run('a') + field('TIME', run('b'))))).toBe(
    root(field('HYPERLINK', run('a') + stored(run('b')))),
  )
  expect(change(simple('REF a', field('TIME', run('b'))))).toBe(root(simple('REF a', stored(run('b')))))
  expect(change(field('TITLE', field('PAGE', run('2'))))).toBe(root(stored(field('PAGE', run('2')))))
  expect(change(field('TITLE', field('TITLE', run('2'))))).toBe(root(stored(stored(run('2')))))
  const asked =
    mark('begin') + code('IF ') + field('DATE', run('3 May')) + code(' = 1') + mark('separate') + run('x') + mark('end')
  expect(change(asked)).toBeNull()
  const argument = mark('begin') + code('DATE ') + field('PAGE', run('3')) + mark('separate') + run('x') + mark('end')
  expect(change(argument)).toBeNull()
})

test('a part with badly nested fields is unchanged as a whole', () => {
  const good = field('DATE', run('3 May'))
  for (const bad of [
    ...[
      mark('end'),
      mark('separate'),
      mark('begin'),
      mark('other'),
      code('DATE'),
      '</w:fldSimple>',
      '<w:fldSimple w:instr="DATE">',
      '<!--',
    ],
    ...[simple('DATE', mark('end')), field('DATE', mark('separate')), field('PAGE', '</w:fldSimple>')],
  ])
    expect(change(good + bad)).toBeNull()
  expect(change(mark('begin').repeat(30) + mark('end').repeat(30) + good)).toBeNull()
  expect(change(`<!-- ${mark('end')} -->${good}`)).toBe(root(`<!-- ${mark('end')} -->${stored(run('3 May'))}`))
  const data = '<w:r><w:fldChar w:fldCharType="begin"><w:fldData>AA</w:fldData></w:fldChar></w:r>'
  expect(change(data + code('DATE') + mark('separate') + run('x') + mark('end'))).toBeNull()
  expect(change('<w:fldSimple w:instr="TITLE > 2">x</w:fldSimple>')).toBeNull()
  expect(storeDocxFields(good)).toBeNull()
})

// Quadratic time would take hours.
test('runs in linear time', { timeout: 60_000 }, () => {
  for (const part of [
    '<w:fldChar ',
    '<w:fldSimple w:instr="DATE',
    '<!-- ',
    simple('DATE', run('x')),
    field('DATE', run('x')),
    mark('begin'),
  ])
    expect(() => change(part.repeat(1_000_000 / part.length))).not.toThrow()
})
