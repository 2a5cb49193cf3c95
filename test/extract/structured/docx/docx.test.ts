/** Word documents of a few paragraphs, one feature each. */
import { describe, expect, test } from 'vitest'
import { markFormula } from '../../../../src/model/inline-formulas.ts'
import { docx, outlineOf, p, readPages } from '../build.ts'

const read = (...parts: Parameters<typeof docx>): Promise<string[]> => outlineOf(docx(...parts), '.docx')
const style = (id: string, name: string, inside = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`
const styled = (id: string): string => `<w:pStyle w:val="${id}"/>`
const item = (numId: number, level = 0): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`
const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'decimal', '%1.%2.%3')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '')}${level(1, 'bullet', 'o')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`

describe('headings', () => {
  test('by outline level, inherited, renamed, overridden; the title; never by formatting', async () => {
    const styles = [
      style('berschrift2', 'heading 2', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
      style('Own', 'My chapter', '<w:basedOn w:val="berschrift2"/>'),
      style('Loop', 'Loop', '<w:basedOn w:val="Loop"/>'),
      style('T', 'Title'),
      style('N', 'Note Level 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
    ].join('')
    const body = [
      p('Doc', styled('T')),
      p('Two', styled('berschrift2')),
      p('Inherited', styled('Own')),
      p('Own level', `${styled('Own')}<w:outlineLvl w:val="3"/>`),
    ].join('')
    const text = [
      p('No more', `${styled('Own')}<w:outlineLvl w:val="9"/>`),
      p('Looped', styled('Loop')),
      p('Note', styled('N')),
      p('<w:r><w:rPr><w:b/><w:sz w:val="72"/></w:rPr><w:t>Big</w:t></w:r>'),
    ].join('')
    expect(await read(body + text, { 'styles.xml': styles })).toEqual([
      '# Doc',
      '## Two',
      '## Inherited',
      '#### Own level',
      'No more',
      'Looped',
      'Note',
      'Big',
    ])
  })

  test('include their numbers', async () => {
    const styles = style('H1', 'heading 1', `<w:pPr>${item(1)}</w:pPr>`)
    expect(
      await read(p('Scope', styled('H1')) + p('Terms', styled('H1')) + p('', styled('H1')) + p('End', styled('H1')), {
        'styles.xml': styles,
        'numbering.xml': numbering,
      }),
    ).toEqual(['# 1. Scope', '# 2. Terms', '# 3. End'])
  })
})

test('the field SYMBOL without a result is its character', async () => {
  const delimiter = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const field = (instruction: string, result = ''): string =>
    `${delimiter('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>${delimiter('separate')}${result}${delimiter('end')}`
  const body = [
    field(' SYMBOL 183 \\f "Symbol" \\s 10 \\h '),
    field(' SYMBOL 0x61 \\f Symbol '),
    field(' SYMBOL 97 \\f Symbol ', '<w:r><w:t>x</w:t></w:r>'),
    field(' PAGE '),
  ]
  expect(await read(p(body.join('')))).toEqual(['•αx'])
})

test('code by the name of its style; plain text is not always code', async () => {
  const styles = style('H', 'HTML Preformatted') + style('P', 'Plain Text')
  expect(await read(p('a = 1', styled('H')) + p('Dear Sir,', styled('P')), { 'styles.xml': styles })).toEqual([
    'code: a = 1',
    'Dear Sir,',
  ])
})

test('drop-down lists of forms', async () => {
  const field = (list: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${list}<w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const body = field('<w:result w:val="1"/><w:default w:val="0"/>') + field('') + field('<w:default w:val="9"/>')
  expect(await read(p(body))).toEqual(['bluered'])
})

test('characters of symbol fonts in the private use area', async () => {
  const run = (font: string, text: string): string =>
    `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`
  expect(await read(p(run('Symbol', '\uf061 x') + run('Wingdings', '\uf0e0')))).toEqual(['α x→'])
})

describe('lists', () => {
  test('levels, markers, restarts, continuation after text, start overrides', async () => {
    const body = [
      p('one', item(1)),
      p('inner', item(1, 1)),
      p('inner b', item(1, 1)),
      p('two', item(1)),
      p('inner', item(1, 1)),
      p('deep', item(1, 2)),
      p('Text'),
      p('three', item(1)),
      p('Text'),
      p('five', item(3)),
    ]
    expect(await read(body.join(''), { 'numbering.xml': numbering })).toEqual([
      '1. one\n  a) inner\n  b) inner b\n2. two\n  a) inner\n    2.a.1 deep',
      'Text',
      '3. three',
      'Text',
      '5. five',
    ])
  })

  test('numbers of other scripts, by name or by samples', async () => {
    const samples = `<w:lvl w:ilvl="0"><w:start w:val="1"/><mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="%1."/></w:lvl>`
    const formats = ['chineseLegalSimplified', 'ganada', 'russianLower', 'decimalEnclosedParen', 'hebrew1', 'chosung']
    const levels = [...formats.map((format) => level(0, format, '%1')), samples]
    const lists = levels.map((each, at) => `<w:abstractNum w:abstractNumId="${at}">${each}</w:abstractNum>`)
    const numbers = levels.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`)
    const items = levels.map((_, at) => p('x', item(at + 1)) + p('y', item(at + 1)))
    expect(await read(items.join(''), { 'numbering.xml': [...lists, ...numbers].join('') })).toEqual([
      '壹 x\n贰 y',
      '가 x\n나 y',
      'а x\nб y',
      '⑴ x\n⑵ y',
      'א x\nב y',
      'ㄱ x\nㄴ y',
      '001. x\n002. y',
    ])
  })

  test('a blank bullet continues the item above', async () => {
    const blank = numbering
      .replace('<w:num ', `<w:abstractNum w:abstractNumId="9">${level(0, 'bullet', ' ')}</w:abstractNum><w:num `)
      .concat('<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>')
    const code = style('C', 'Source Code')
    const body = [p('one', item(1)), p('more', item(9)), p('two', item(1)), p('x = 1', styled('C') + item(9))]
    expect(await read(body.join(''), { 'numbering.xml': blank, 'styles.xml': code })).toEqual([
      '1. one more\n2. two',
      'code: x = 1',
    ])
  })

  test('adjacent bullets and numbers are two lists', async () => {
    expect(
      await read([p('a', item(2)), p('b', item(2, 1)), p('one', item(1))].join(''), { 'numbering.xml': numbering }),
    ).toEqual(['- a\n  - b', '1. one'])
  })
})

describe('tables', () => {
  const tc = (content: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(content)}</w:tc>`
  const tr = (cells: string, properties = ''): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`

  test('merged cells, header rows, deleted rows, nested tables', async () => {
    const inner = `<w:tc><w:tcPr/>${p('in')}<w:tbl>${tr(tc('x') + tc('y'))}</w:tbl></w:tc>`
    const table = `<w:tbl>${tr(tc('A', '<w:gridSpan w:val="2"/>') + tc('B', '<w:vMerge w:val="restart"/>'), '<w:tblHeader/>')}${tr(tc('1') + tc('2') + tc('', '<w:vMerge/>'))}${tr(tc('gone'), '<w:del w:id="1"/>')}${tr(tc('3') + inner + tc('4'))}</w:tbl>`
    expect(await read(table)).toEqual(['*A[1x2]|*B[2x1] / 1|2 / 3|in\nx y|4'])
  })

  test('a table that mostly contains other tables is layout: its cells are read in order', async () => {
    const inner = (label: string): string => `<w:tbl>${tr(tc(`${label} one`) + tc(`${label} two`))}</w:tbl>`
    const cell = (content: string): string => `<w:tc><w:tcPr/>${p('Box')}${content}</w:tc>`
    expect(await read(`<w:tbl>${tr(cell(inner('left')) + cell(inner('right')))}</w:tbl>`)).toEqual([
      'Box',
      'left one|left two',
      'Box',
      'right one|right two',
    ])
  })

  test('the first row is a header if the style formats it and the table uses that format', async () => {
    const sheet =
      '<w:style w:type="table" w:styleId="T"><w:name w:val="Grid"/><w:tblStylePr w:type="firstRow"/></w:style>'
    const based =
      '<w:style w:type="table" w:styleId="U"><w:basedOn w:val="T"/></w:style><w:style w:type="table" w:styleId="N"/>'
    const table = (id: string, look: string): string =>
      `<w:tbl><w:tblPr><w:tblStyle w:val="${id}"/><w:tblLook ${look}/></w:tblPr>${tr(tc('a') + tc('b'))}${tr(tc('1') + tc('2'))}</w:tbl>`
    const heads = async (id: string, look: string): Promise<unknown> => {
      const [page] = await readPages(docx(table(id, look), { 'styles.xml': sheet + based }), '.docx')
      const [block] = page!.page.blocks
      return block?.kind === 'table' && block.cells.map(({ header }) => Number(header)).join('')
    }
    expect(await heads('T', 'w:firstRow="1"')).toBe('1100')
    expect(await heads('U', 'w:val="04A0"')).toBe('1100')
    expect(await heads('T', 'w:firstRow="0" w:val="04A0"')).toBe('0000')
    expect(await heads('N', 'w:firstRow="1"')).toBe('0000')
  })

  test('a caption belongs to the table below it', async () => {
    const [page] = await readPages(
      docx(`${p('Table 1', styled('C'))}<w:tbl>${tr(tc('a'))}</w:tbl>`, { 'styles.xml': style('C', 'caption') }),
      '.docx',
    )
    expect(page!.page.blocks).toMatchObject([{ type: 'table_caption' }, { type: 'table', captions: [0] }])
  })
})

describe('text', () => {
  test('deleted, moved and hidden text is left out; fields show their result', async () => {
    const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
    const tracked = `${run('A')}<w:del>${run('x').replaceAll('w:t>', 'w:delText>')}</w:del><w:ins>${run('B')}</w:ins><w:moveFrom>${run('y')}</w:moveFrom>${run('z', '<w:vanish/>')}${run('C', '<w:vanish w:val="0"/>')}`
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const field = `${mark('begin')}<w:r><w:instrText>PAGE</w:instrText></w:r>${mark('separate')}${run('7')}${mark('end')}`
    expect(await read(p(tracked) + p(field))).toEqual(['ABC', '7'])
  })

  test('runs can override a hidden paragraph style', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="S"><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>'
    const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
    const body = `${p(run('x') + run('A', '<w:vanish w:val="0"/>') + run('B', '<w:rStyle w:val="S"/>'), styled('H'))}${p('y', styled('H'))}<w:tbl><w:tr><w:tc>${p(run('x') + run('C', '<w:vanish w:val="0"/>'), styled('H'))}</w:tc><w:tc>${p('D')}</w:tc></w:tr></w:tbl>`
    expect(await read(body, { 'styles.xml': styles })).toEqual(['AB', 'C|D'])
  })

  test('a deleted paragraph mark joins two paragraphs', async () => {
    expect(await read(p('one ', '<w:rPr><w:del w:id="1"/></w:rPr>') + p('two'))).toEqual(['one two'])
    const formula = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'
    expect(await read(p('one ', '<w:rPr><w:del w:id="1"/></w:rPr>') + p(formula))).toEqual(['one \u2062x\u2064'])
  })

  test('a drop cap begins the paragraph below it', async () => {
    expect(await read(p('O', '<w:framePr w:dropCap="drop" w:lines="3"/>') + p('nce upon a time'))).toEqual([
      'Once upon a time',
    ])
  })

  test('tabs, breaks, hyphens, symbols', async () => {
    expect(
      await read(
        p(
          '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F061"/></w:r>',
        ),
      ),
    ).toEqual(['a b\nc‑α'])
  })

  test('text boxes are read once', async () => {
    const box = (name: string): string => `<w:txbxContent>${p(name)}</w:txbxContent>`
    const shape = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${box('boxed')}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict>${box('boxed')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    expect(await read(p(`<w:r><w:t>Before</w:t></w:r>${shape}`))).toEqual(['Before', 'boxed'])
    const cell = p(`${shape}<w:r><w:t>In</w:t><w:br w:type="page"/><w:t>cell</w:t></w:r>`)
    const table = `<w:tbl><w:tr><w:tc>${cell}</w:tc><w:tc>${p('x')}</w:tc></w:tr></w:tbl>`
    expect(await read(table)).toEqual(['In\ncell\nboxed|x'])
  })
})

test('super- and subscript runs, directly or by style, are not merged into numbers', async () => {
  const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  const [up, down] = ['superscript', 'subscript'].map((level) => `<w:vertAlign w:val="${level}"/>`)
  const styled = '<w:rStyle w:val="Raised"/>'
  const body = p(
    run('10') +
      run('-', up) +
      run('34', up) +
      run(' J, H') +
      run('2', down) +
      run('O, 1') +
      run('st', up) +
      run(' of km') +
      run('2', styled),
  )
  const level = p(run('10') + run('6', `${styled}<w:vertAlign w:val="baseline"/>`))
  const styles =
    '<w:style w:type="character" w:styleId="Raised"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
  expect(await read(body + level, { 'styles.xml': styles })).toEqual(['10⁻³⁴ J, H₂O, 1st of km²', '106'])
})

test('notes are at the end of their page, with their references', async () => {
  const body =
    p('<w:r><w:t>Word</w:t><w:footnoteReference w:id="2"/></w:r>') + p('<w:r><w:br w:type="page"/></w:r>') + p('Next')
  const pages = await readPages(
    docx(body, { 'footnotes.xml': `<w:footnote w:id="2">${p('The note.')}</w:footnote>` }),
    '.docx',
  )
  expect(
    pages.map(({ page }) => page.blocks.map((block) => (block.kind === 'text' ? `${block.type} ${block.text}` : ''))),
  ).toEqual([['text Word[1]', 'footnote [1] The note.'], ['text Next']])
})

test('pages end at breaks and sections; headers and footers are furniture', async () => {
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>'
  const bytes = docx(
    `${p('One') + p('Two', '<w:pageBreakBefore/>') + p('', section) + p('Three')}<w:sectPr/>`,
    { 'header1.xml': '<w:p><w:r><w:t>Head</w:t></w:r></w:p>' },
    { h1: ['header', 'header1.xml'] },
  )
  const pages = await readPages(bytes, '.docx')
  expect(
    pages.map(({ page }) => page.blocks.map((block) => `${block.type} ${block.kind === 'text' ? block.text : ''}`)),
  ).toEqual([
    ['header Head', 'text One'],
    ['header Head', 'text Two'],
    ['header Head', 'text Three'],
  ])
  expect(pages[0]!.page.warnings.join()).toContain('without conversion')
})

test('display formulas are equations, inline formulas keep their tree', async () => {
  const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
  const math = `<m:oMath>${run('x=')}<m:f><m:num>${run('1')}</m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run('y')}</m:e></m:rad></m:den></m:f></m:oMath>`
  const [page] = await readPages(
    docx(p(`<m:oMathPara>${math}</m:oMathPara>`) + p(`<w:r><w:t>so </w:t></w:r>${math}`) + p(math)),
    '.docx',
  )
  expect(page!.page.blocks).toMatchObject([
    {
      type: 'equation',
      formula: {
        tree: { kind: 'row', items: [{ text: 'x' }, { text: '=' }, { kind: 'fraction', below: { kind: 'root' } }] },
      },
    },
    { type: 'text', text: `so ${markFormula('x = 1/(√y)')}`, inlineFormulas: [{ kind: 'row' }] },
    { type: 'equation' },
  ])
})

test('the data of a chart is a table; series with their own x values are lines', async () => {
  const points = (name: string, values: readonly (string | number)[]): string =>
    `<c:${name}><c:numRef><c:numCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${name}>`
  const series = (name: string, x: readonly (string | number)[], y: readonly number[]): string =>
    `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${points('cat', x)}${points('val', y)}</c:ser>`
  const titled = (text: string): string =>
    `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  const readChart = (inside: string, title = titled('Sales')): Promise<string[]> =>
    read(
      p(
        '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
      ),
      {
        'charts/chart1.xml': `<c:chartSpace><c:chart>${title}${inside}</c:chart></c:chartSpace>`,
      },
      { c1: ['chart', 'charts/chart1.xml'] },
    )
  expect(
    await readChart(series('2023', ['North', 'South'], [1, 2]) + series('2024', ['North', 'South'], [3, 4])),
  ).toEqual(['table_caption: Sales', '*|*2023|*2024 / North|1|3 / South|2|4'])
  expect(await readChart(series('A', [1], [5]) + series('B', [2], [6]))).toEqual(['figure Sales\nA: 1 5\nB: 2 6'])
  const axis = `<c:plotArea><c:catAx>${titled('Month')}</c:catAx></c:plotArea>`
  expect(await readChart(series('A', [1, 2], [5, 6]) + axis, '')).toEqual(['*|*A / 1|5 / 2|6'])
})

describe('images', () => {
  const png = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEUlEQVR4nGP4z8AARwzEcQCukw/x0F8jngAAAABJRU5ErkJggg=='),
    (char) => char.charCodeAt(0),
  )
  const drawing =
    '<w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="x" descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="im"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  const bytes = docx(
    p(drawing) + p(`<w:r><w:t>Text </w:t></w:r>${drawing}<w:r><w:t> goes on</w:t></w:r>`),
    { 'media/i.png': png },
    { im: ['image', 'media/i.png'] },
  )

  test('a single image is a figure; inline images follow their line, or stay in it if requested', async () => {
    const [page] = await readPages(bytes, '.docx')
    expect(page!.page.blocks).toMatchObject([
      { kind: 'figure', text: 'A dot', picture: 'p1-1.png' },
      { text: 'Text goes on' },
      { kind: 'figure', picture: 'p1-2.png' },
    ])
    const features = {
      ...(await import('../../../../src/model/options.ts')).defaultOptions.features,
      enable_inline_image: true,
    }
    const [inline] = await readPages(bytes, '.docx', { features })
    expect(inline!.page.blocks).toMatchObject([
      { kind: 'figure' },
      { text: 'Text \ufffc goes on', inlinePictures: ['p1-2.png'] },
    ])
  })
})
