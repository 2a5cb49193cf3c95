/** Presentations, OpenDocument texts and books. */
import { describe, expect, test } from 'vitest'
import { epub, odf, outline, outlineOf, pptx, readPages } from './build.ts'

const place = (x: number, y: number, width = 100, height = 20): string =>
  `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm></p:spPr>`
const shape = (paragraphs: string, { mark = '', at = place(0, 0), hidden = '' } = {}): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="s" ${hidden}/><p:cNvSpPr/><p:nvPr>${mark}</p:nvPr></p:nvSpPr>${at}<p:txBody>${paragraphs}</p:txBody></p:sp>`
const line = (text: string, properties = ''): string =>
  `<a:p><a:pPr ${properties.startsWith('<') ? '' : properties}>${properties.startsWith('<') ? properties : ''}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
const title = shape(line('The title'), { mark: '<p:ph type="title"/>', at: place(0, 500) })

describe('PPTX', () => {
  test('title first, then columns by position; hidden shapes and slides are left out; slide numbers are furniture', async () => {
    const shapes = [
      shape(line('right'), { at: place(300, 100, 200, 200) }),
      shape(line('left'), { at: place(0, 110, 200, 200) }),
      shape(line('top'), { at: place(0, 0, 500, 50) }),
      title,
      shape(line('gone'), { hidden: 'hidden="1"' }),
      shape(line('4'), { mark: '<p:ph type="sldNum"/>' }),
    ]
    const pages = await readPages(
      pptx([{ shapes: shapes.join('') }, { shapes: title, attributes: 'show="0"' }]),
      '.pptx',
    )
    expect(pages.map(({ page }) => outline(page.blocks))).toEqual([
      ['# The title', 'top', 'left', 'right', 'footer: 4'],
    ])
  })

  test('bullets come from the master unless the paragraph overrides them; numbers restart', async () => {
    const master =
      '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/></a:lvl2pPr></p:bodyStyle></p:txStyles>'
    const body = shape(
      [
        line('Intro', '<a:buNone/>'),
        line('one'),
        line('inner', 'lvl="1"'),
        line('first', '<a:buAutoNum type="arabicPeriod"/>'),
        line('second', '<a:buAutoNum type="arabicPeriod"/>'),
      ].join(''),
      { mark: '<p:ph idx="1"/>' },
    )
    expect(await outlineOf(pptx([{ shapes: body }], master), '.pptx')).toEqual([
      'Intro',
      '- one\n  - inner\n1. first\n2. second',
    ])
  })

  test('numbers of another type restart; monospaced paragraphs are code; a formula alone is an equation', async () => {
    const mono = (text: string): string =>
      `<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:rPr><a:latin typeface="Courier New"/></a:rPr><a:t>${text}</a:t></a:r></a:p>`
    const math = '<a:p><a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m></a:p>'
    const numbers = [
      line('one', '<a:buAutoNum type="arabicPeriod"/>'),
      line('two', '<a:buAutoNum type="arabicPeriod"/>'),
      line('first', '<a:buAutoNum type="romanLcPeriod"/>'),
      line('circled', '<a:buAutoNum type="circleNumDbPlain"/>'),
    ]
    expect(
      await outlineOf(pptx([{ shapes: shape([...numbers, mono('if x:'), mono('    y'), math].join('')) }]), '.pptx'),
    ).toEqual(['1. one\n2. two\ni. first\n① circled', 'code: if x:\n    y', 'equation: x'])
  })

  test('super- and subscript runs are not merged into numbers', async () => {
    const run = (text: string, baseline = 0): string => `<a:r><a:rPr baseline="${baseline}"/><a:t>${text}</a:t></a:r>`
    const words = `<a:p>${run('10')}${run('6', 30_000)}${run(' of CO')}${run('2', -25_000)}${run(', 2')}${run('nd', 30_000)}</a:p>`
    expect(await outlineOf(pptx([{ shapes: shape(words) }]), '.pptx')).toEqual(['10⁶ of CO₂, 2nd'])
  })

  test('tables with merged cells; notes only if requested', async () => {
    const tc = (text: string, attributes = ''): string =>
      `<a:tc ${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`
    const table = `<p:graphicFrame><p:nvGraphicFramePr/><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>${tc('A', 'gridSpan="2"')}${tc('', 'hMerge="1"')}</a:tr><a:tr>${tc('1')}${tc('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const bytes = pptx([{ shapes: table, notes: shape(line('Say this'), { mark: '<p:ph type="body" idx="1"/>' }) }])
    expect(await outlineOf(bytes, '.pptx')).toEqual(['*A[1x2] / 1|2'])
    expect(await outlineOf(bytes, '.pptx', { speakerNotes: true })).toEqual(['*A[1x2] / 1|2', 'Say this'])
  })
})

test('characters of symbol fonts in the private use area', async () => {
  const run = (font: string, text: string): string =>
    `<a:r><a:rPr><a:sym typeface="${font}"/></a:rPr><a:t>${text}</a:t></a:r>`
  const shapes = shape(`<a:p>${run('Wingdings', 'Next \uf0e0')}${run('Arial', ' \uf0e0')}</a:p>`)
  expect(await outlineOf(pptx([{ shapes }]), '.pptx')).toEqual(['Next → \uf0e0'])
})

describe('OpenDocument', () => {
  test('super- and subscript spans are not merged into numbers', async () => {
    const style = (name: string, position: string): string =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties style:text-position="${position}"/></style:style>`
    const styles = style('Up', 'super 58%') + style('Down', '-33% 58%') + style('Level', '0% 100%')
    const span = (name: string, text: string): string => `<text:span text:style-name="${name}">${text}</text:span>`
    const body = `<text:p>10${span('Up', '6')} of H${span('Down', '2')}O, 10${span('Level', '6')}, 1${span('Up', 'st')}</text:p>`
    expect(await outlineOf(odf('text', body, styles), '.odt')).toEqual(['10⁶ of H₂O, 106, 1st'])
  })

  test('code ends with its last line of text', async () => {
    const code = (text: string): string => `<text:p text:style-name="Preformatted_20_Text">${text}</text:p>`
    const body = `${code('if x:')}${code('')}${code('<text:tab/>y')}${code('')}<text:p>Text</text:p>`
    expect(await outlineOf(odf('text', body), '.odt')).toEqual(['code: if x:\n\n\ty', 'Text'])
  })

  test('headings, lists with styles, tables, notes, breaks, tracked changes', async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-bullet text:level="2"/></text:list-style><style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>'
    const body = [
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>',
      '<text:h text:outline-level="2">Head</text:h><text:p>a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p>',
      '<text:list text:style-name="L"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>',
      '<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>H</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>',
      '<text:p text:style-name="P">Next page</text:p>',
    ]
    const pages = await readPages(odf('text', body.join(''), styles), '.odt')
    expect(pages.map(({ page }) => outline(page.blocks))).toEqual([
      ['## Head', 'a b c\nd[1]', '1. one\n  - inner\n2. two', '*H[1x2] / 1|2', 'footnote: [1] Note'],
      ['Next page'],
    ])
  })

  test('characters of symbol fonts in the private use area', async () => {
    const font = (name: string, family: string, property: string): string =>
      `<style:style style:name="${name}" style:family="${family}"><style:text-properties ${property}/></style:style>`
    const styles = [
      font('S', 'text', `fo:font-family="'Symbol'"`),
      font('W', 'paragraph', 'style:font-name="Wingdings"'),
      font('A', 'text', 'style:font-name="Arial"'),
    ]
    const body =
      '<text:p>x <text:span text:style-name="S">\uf061</text:span><text:span text:style-name="A">\uf061</text:span></text:p><text:p text:style-name="W">\uf0e0</text:p>'
    expect(await outlineOf(odf('text', body, styles.join('')), '.odt')).toEqual(['x α\uf061', '→'])
  })

  test('headings have the numbers of the outline', async () => {
    const levels =
      '<text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/><text:outline-level-style text:level="2" text:display-levels="2" style:num-format="1"/><text:outline-level-style text:level="3" style:num-format=""/>'
    const styles = `<text:outline-style style:name="Outline">${levels}</text:outline-style><style:style style:name="Plain" style:family="paragraph" style:list-style-name=""/>`
    const h = (level: number, text: string, more = ''): string =>
      `<text:h text:outline-level="${level}" ${more}>${text}</text:h>`
    const body = [
      h(1, 'Preface', 'text:style-name="Plain"'),
      h(1, 'One'),
      h(2, 'Inner'),
      h(2, 'Aside', 'text:is-list-header="true"'),
      h(2, 'Next'),
      h(3, 'Deep'),
      h(1, 'Two'),
      h(1, 'Ten', 'text:restart-numbering="true" text:start-value="10"'),
      h(2, 'Again'),
    ]
    expect(await outlineOf(odf('text', body.join(''), styles), '.odt')).toEqual([
      '# Preface',
      '# 1. One',
      '## 1.1 Inner',
      '## Aside',
      '## 1.2 Next',
      '### Deep',
      '# 2. Two',
      '# 10. Ten',
      '## 10.1 Again',
    ])
  })

  test('code by the name of its style', async () => {
    const body = ['HTML_20_Preformatted', 'Preformatted_20_Text', 'Standard']
    expect(
      await outlineOf(odf('text', body.map((name) => `<text:p text:style-name="${name}">x</text:p>`).join('')), '.odt'),
    ).toEqual(['code: x\nx', 'x'])
  })

  test('a list that begins with an inner list continues the one before it; numbers of lists in cells', async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>'
    const list = (...items: string[]): string =>
      `<text:list text:style-name="L">${items.map((inside) => `<text:list-item>${inside}</text:list-item>`).join('')}</text:list>`
    const p = (text: string): string => `<text:p>${text}</text:p>`
    const body = [
      list(p('one')),
      list(list(p('inner'))),
      list(p('new')),
      `<table:table><table:table-row><table:table-cell>${list(p('x') + list(p('y')), p('z') + p('more'))}</table:table-cell></table:table-row></table:table>`,
    ]
    expect(await outlineOf(odf('text', body.join(''), styles), '.odt')).toEqual([
      '1. one\n  a) inner',
      '1. new',
      '1. x\na) y\n2. z\nmore',
    ])
  })

  test('a list level without a definition is that of the level above; a formula alone is an equation', async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>'
    const math = '<math:math><math:mi>x</math:mi></math:math>'
    const body = [
      '<text:list><text:list-item><text:p>a</text:p><text:list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item></text:list></text:list-item></text:list>',
      `<text:p><draw:frame><draw:object>${math}</draw:object></draw:frame></text:p>`,
    ]
    expect(await outlineOf(odf('text', body.join(''), styles), '.odt')).toEqual(['- a\n  1. one', 'equation: x'])
  })

  test('a list that continues another one continues its inner numbers, too', async () => {
    const level = (at: number): string =>
      `<text:list-level-style-number text:level="${at}" text:display-levels="${at}" style:num-format="1" style:num-suffix="."/>`
    const styles = `<text:list-style style:name="L">${level(1)}${level(2)}</text:list-style>`
    const list = (attributes: string, content: string): string =>
      `<text:list text:style-name="L" ${attributes}><text:list-item>${content}</text:list-item></text:list>`
    const inner = (text: string): string => `<text:list><text:list-item>${text}</text:list-item></text:list>`
    const heading = (text: string, outline: number): string =>
      `<text:h text:outline-level="${outline}">${text}</text:h>`
    const body = [
      list('xml:id="a"', heading('One', 1)),
      list('xml:id="b" text:continue-list="a"', inner(heading('First', 2))),
      '<text:p>Text</text:p>',
      list('xml:id="other"', '<text:p>Other</text:p>'),
      list('xml:id="c" text:continue-list="b"', inner(heading('Second', 2))),
      list('text:continue-list="c"', heading('Two', 1) + inner(heading('Third', 2))),
    ]
    expect(await outlineOf(odf('text', body.join(''), styles), '.odt')).toEqual([
      '# 1. One',
      '## 1.1. First',
      'Text',
      '1. Other',
      '## 1.2. Second',
      '# 2. Two',
      '## 2.1. Third',
    ])
  })

  test('slides: title first, hidden slides are left out', async () => {
    const frame = (kind: string, text: string, y: number): string =>
      `<draw:frame presentation:class="${kind}" svg:x="0cm" svg:y="${y}cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
    const hidden =
      '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const body = `<draw:page>${frame('outline', 'Body', 5)}${frame('title', 'Title', 9)}</draw:page><draw:page draw:style-name="h">${frame('title', 'x', 0)}</draw:page>`
    expect(await outlineOf(odf('presentation', body, hidden), '.odp')).toEqual(['# Title', 'Body'])
  })

  test('a shape with a table and text', async () => {
    const cell = '<table:table-cell><text:p>a</text:p></table:table-cell>'
    const table = `<table:table><table:table-row>${cell}${cell}</table:table-row></table:table>`
    const body = `<text:p><draw:custom-shape>${table}<text:p>After</text:p></draw:custom-shape></text:p>`
    expect(await outlineOf(odf('text', body), '.odt')).toEqual(['a|a', 'After'])
  })

  test('numbers by samples', async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="甲, 乙, 丙, ..." style:num-suffix="、"/></text:list-style>'
    const items = ['x', 'y'].map((text) => `<text:list-item><text:p>${text}</text:p></text:list-item>`)
    const body = `<text:list text:style-name="L">${items.join('')}</text:list>`
    expect(await outlineOf(odf('text', body, styles), '.odt')).toEqual(['甲、 x\n乙、 y'])
  })
})

describe('EPUB', () => {
  test('one page per chapter in the order of the spine; XHTML with self-closing tags', async () => {
    const pages = await readPages(
      epub({
        'one.xhtml':
          '<?xml version="1.0"?><html><head><title/></head><body><a id="x"/><h1>One</h1><p>Fish&nbsp;&mdash;</p></body></html>',
        'two.xhtml': '<body><p>Two</p><aside epub:type="footnote">Note</aside></body>',
      }),
      '.epub',
    )
    expect(pages.map(({ page }) => outline(page.blocks))).toEqual([
      ['# One', 'Fish —'],
      ['Two', 'footnote: Note'],
    ])
  })

  test('encrypted text is rejected, obfuscated fonts are not', async () => {
    const encryption = (uri: string): Record<string, string> => ({
      'META-INF/encryption.xml': `<encryption><CipherReference URI="${uri}"/></encryption>`,
    })
    await expect(
      readPages(epub({ 'one.xhtml': '<p>x' }, encryption('OEBPS/one.xhtml')), '.epub'),
    ).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('DRM'),
    })
    expect(await outlineOf(epub({ 'one.xhtml': '<p>x' }, encryption('OEBPS/font.otf')), '.epub')).toEqual(['x'])
  })
})
