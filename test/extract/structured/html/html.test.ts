/** HTML and Markdown. Scripts do not run and nothing is fetched. */
import { describe, expect, test } from 'vitest'
import { markFormula } from '../../../../src/model/inline-formulas.ts'
import { bytesOf, outlineOf, readPages } from '../build.ts'

const html = (body: string): Promise<string[]> => outlineOf(bytesOf(body), '.html')

describe('text and headings', () => {
  test('heading levels are those of the elements, and exact', async () => {
    const [page] = await readPages(
      bytesOf('<h1>One</h1><p>Text</p><h3>Three</h3><div role="heading" aria-level="4">Four</div>'),
      '.html',
    )
    expect(page!.page.blocks.filter(({ kind }) => kind === 'title')).toMatchObject([
      { text: 'One', level: 1, exact: true, source: 'document', confidence: 1 },
      { text: 'Three', level: 3, exact: true },
      { text: 'Four', level: 4, exact: true },
    ])
    expect(page!.page).toMatchObject({ width: 595.5, height: 842, warnings: [] })
  })

  test('whitespace collapses, breaks stay, text between blocks is a paragraph', async () => {
    expect(await html('<body>  Loose\n text <div>A  <b>bold</b>\n<i>word</i><br>next line</div>&eacute;nd')).toEqual([
      'Loose text',
      'A bold word\nnext line',
      'énd',
    ])
  })

  test('links to the pages before and after are left out', async () => {
    const header =
      '<div class="navheader"><table><tr><th colspan="3">2.1. Sizes</th></tr><tr><td><a accesskey="p" href="a.html"><img alt="Prev"></a></td><th>Chapter 2</th><td><a accesskey="n" href="b.html">Next</a></td></tr></table></div>'
    const line = '<p>Next: <a rel="next" href="b.html">Colors</a>, Up: <a rel="up" href="c.html">Top</a></p>'
    const list = '<ul><li><a accesskey="p" href="a.html">Previous</a></li><li>Manual</li></ul>'
    expect(await html(`<body>${header}${line}<h2>Sizes</h2><p>Text</p>${list}</body>`)).toEqual(['## Sizes', 'Text'])
    const long = 'The next chapter explains in detail what the colors of the blocks on a page mean: '
    const kept = `<div><h2>Sizes</h2>${line}</div><p>${long}<a rel="next" href="b.html">Colors</a></p><p>Press <a accesskey="p" href="p">Print</a></p>`
    expect(await html(kept)).toEqual(['## Sizes', `${long}Colors`, 'Press Print'])
  })

  test('links to other pages above the first heading are left out', async () => {
    const links = (...names: string[]): string => names.map((name) => `<a href="${name}.html">${name}</a>`).join(' | ')
    const menu = `<div><p>Example</p><ul><li>${links('Home')}</li><li>${links('About')}</li><li>${links('Help')}</li></ul></div>`
    expect(await html(`${menu}<p>${links('en', 'de', 'fr')}</p><h1>Title</h1><p>${links('a', 'b', 'c')}</p>`)).toEqual([
      '# Title',
      'a | b | c',
    ])
    const contents = '<ul><li><a href="#a">One</a><li><a href="#b">Two</a><li><a href="#c">Three</a></ul>'
    expect(await html(`${contents}<h1>Title</h1>`)).toEqual(['- One\n- Two\n- Three', '# Title'])
    expect(await html(`<p>${links('a', 'b', 'c')}</p><p>Text</p>`)).toEqual(['a | b | c', 'Text'])
  })

  test('scripts, styles, hidden elements, menus and forms are left out', async () => {
    const hidden =
      '<script>alert(1)</script><style>p{}</style><template><p>t</p></template><p hidden>h</p><p style="color:red; display: none">d</p><nav><a>Menu</a></nav><select><option>o</option></select>'
    expect(await html(`<head><title>T</title></head><body>${hidden}<p>Seen</p></body>`)).toEqual(['Seen'])
    expect(await html('<pre><a class="viewcode-back" href="x">[docs]</a>class A</pre>')).toEqual(['code: class A'])
  })

  test('only the main part of a page is read; the footer of the website is furniture', async () => {
    const page =
      '<body><header>Site</header><nav>Menu</nav><main><h1>Title</h1><p>Text</p></main><aside>Ads</aside><footer>Imprint</footer></body>'
    expect(await html(page)).toEqual(['# Title', 'Text', 'footer: Imprint'])
  })

  test('exponents, indices and note references are not merged into numbers', async () => {
    const words =
      '10<sup>6</sup> cells, footnote<sup><a href="#n">3</a></sup>, H<sub>2</sub>O, 1<sup>st</sup>, 5 m<span style="vertical-align: super">2</span>'
    const text = '10⁶ cells, footnote³, H₂O, 1st, 5 m²'
    expect(await html(`<h2>${words}</h2><p>${words}</p><table><tr><td>${words}</td><td>b</td></tr></table>`)).toEqual([
      `## ${text}`,
      text,
      `${text}|b`,
    ])
    expect(await outlineOf(bytesOf(`# Up to 10<sup>-3</sup>\n\nx<sub>1</sub><sup>2</sup>`), '.md')).toEqual([
      '# Up to 10⁻³',
      'x₁²',
    ])
  })

  test('code keeps its lines', async () => {
    expect(await html('<pre><code>if (a) {\n  b()\n}</code></pre>')).toEqual(['code: if (a) {\n  b()\n}'])
  })
})

describe('headings in real pages', () => {
  test.each([
    [
      '<h2>Intro<a class="headerlink" href="#intro">¶</a></h2><h3>Issue <a href="#12">#12</a></h3>',
      ['## Intro', '### Issue #12'],
    ],
    ['<h1><div>In a box</div></h1>', ['# In a box']],
    ['<h1><img src="https://example.com/logo.png" alt="Company"></h1>', ['# Company']],
    ['<h1>Never closed<ul><li>a</ul><p>one', ['# Never closed', '- a', 'one']],
    ['<h1>Never closed<p>one<p>two', ['# Never closed', 'one', 'two']],
  ])('%s', async (source, blocks) => {
    expect(await html(source)).toEqual(blocks)
  })
})

test('two line breaks end a paragraph; buttons have spaces around them; ruby is left out; a menu button is not a checkbox', async () => {
  expect(await html('one<br>goes on<br> <br>two')).toEqual(['one\ngoes on', 'two'])
  expect(await html('<p><button>Save</button><button>Cancel</button></p>')).toEqual(['Save Cancel'])
  expect(await html('<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>')).toEqual(['漢'])
  expect(
    await html('<input type="checkbox" role="button"><label>Languages</label><p><input type="checkbox" checked> done'),
  ).toEqual(['Languages', '[x] done'])
})

describe('lists', () => {
  test('nesting, start and reversed numbers, letters', async () => {
    const list =
      '<ol start="3"><li>three<ul><li>inner<li>second</ul><li value="7"><p>seven</p><p>goes on</p></ol><ol type="a"><li>alpha</ol>'
    expect(await html(list)).toEqual(['3. three\n  - inner\n  - second\n7. seven goes on', 'a. alpha'])
  })

  test('a heading in an item is a heading', async () => {
    expect(await html('<ul><li><h2>Head</h2>words</li><li>other</li></ul>')).toEqual(['## Head', '- words\n- other'])
    expect(await html('<ol><li><h2>Head</h2>words</li><li>other</li></ol>')).toEqual(['## Head', '1. words\n2. other'])
  })

  test('text after code or a table in an item is not a new item', async () => {
    expect(await html('<ol><li>a<pre>code</pre>b</li><li>c</li></ol>')).toEqual(['1. a', 'code: code', 'b', '2. c'])
  })

  test('lists and tables by their ARIA roles', async () => {
    expect(await html('<div role="list"><div role="listitem">one</div><div role="listitem">two</div></div>')).toEqual([
      '- one\n- two',
    ])
    const head = '<div role="row"><span role="columnheader">A</span><span role="columnheader">B</span></div>'
    expect(
      await html(
        `<div role="table">${head}<div role="row"><span role="cell">1</span><span role="cell">2</span></div></div>`,
      ),
    ).toEqual(['*A|*B / 1|2'])
  })
})

describe('tables', () => {
  test('spans, header cells, captions, and the order of head, body and foot', async () => {
    const table =
      '<table><caption>Sales</caption><tfoot><tr><td>sum<td colspan=2>9</tfoot><thead><tr><th rowspan=2>R<th colspan=2>Y<tr><th>1<th>2</thead><tr><td>a<td>4<td>5</table>'
    const [page] = await readPages(bytesOf(table), '.html')
    expect(await html(table)).toEqual(['table_caption: Sales', '*R[2x1]|*Y[1x2] / *1|*2 / a|4|5 / sum|9[1x2]'])
    expect(page!.page.blocks[1]).toMatchObject({ kind: 'table', captions: [0], rows: 4, cols: 3 })
  })

  test('spans end at the end of the table', async () => {
    expect(await html('<table><tr><td rowspan=9>a<td>b<tr><td>c<tr><td colspan=50>d</table>')).toEqual([
      'a[3x1]|b / c / d',
    ])
  })

  test('blocks in cells become lines; layout tables are not tables', async () => {
    expect(await html('<table><tr><th>x<th>y<tr><td><p>one</p><p>two</p><ul><li>i</ul><td>z</table>')).toEqual([
      '*x|*y / one\ntwo\ni|z',
    ])
    expect(await html('<table><tr><td><h1>Title</h1><p>Text</p></td></tr></table>')).toEqual(['# Title', 'Text'])
    expect(await html('<table role=presentation><tr><td>a<td>b</table>')).toEqual(['a', 'b'])
    const lists = '<tr><td><ul><li>a<li>b</ul><td><ul><li>c</ul>'
    expect(await html(`<table>${lists}</table>`)).toEqual(['- a\n- b', '- c'])
    expect(await html(`<table>${lists}<tr><td>d<td>e</table>`)).toEqual(['a\nb|c / d|e'])
  })

  test('line numbers in the column next to a listing are left out', async () => {
    const listing = (numbers: string): string =>
      `<table><tr><td><pre>${numbers}</pre></td><td><pre>if x:\n  y</pre></td></tr></table>`
    expect(await html(listing('7\n8'))).toEqual(['code: if x:\n  y'])
    expect(await html(listing('7\n9'))).toEqual(['code: 7\n9', 'code: if x:\n  y'])
  })
})

describe('images and formulas', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEUlEQVR4nGP4z8AARwzEcQCukw/x0F8jngAAAABJRU5ErkJggg=='

  test('an image in the file is shown with its caption; a remote image is replaced by its alternative text', async () => {
    const source = `<figure><img src="data:image/png;base64,${png}" alt="A dot"><figcaption>Figure 1</figcaption></figure><p><img src="https://example.com/x.png" alt="Far away"></p>`
    const [page] = await readPages(bytesOf(source), '.html')
    expect(page!.page.blocks).toMatchObject([
      { kind: 'figure', text: 'A dot', picture: 'p1-1.png', captions: [1] },
      { type: 'figure_caption', text: 'Figure 1' },
      { kind: 'figure', text: 'Far away' },
    ])
    expect(page!.images).toMatchObject([{ name: 'p1-1.png', type: 'image/png' }])
    expect(page!.page.blocks[2]).not.toHaveProperty('picture')
  })

  test('an alternative text that repeats the caption is left out; thin spaces of formulas are no gaps', async () => {
    const figure = `<figure><img src="data:image/png;base64,${png}" alt="A dot"><figcaption>A dot</figcaption></figure>`
    const math =
      '<math display="block"><mi>x</mi><mspace width="0.167em"/><mi>y</mi><mspace width="2em"/><mi>z</mi></math>'
    const [page] = await readPages(bytesOf(figure + math), '.html')
    expect(page!.page.blocks).toMatchObject([
      { kind: 'figure', text: '' },
      { type: 'figure_caption', text: 'A dot' },
      { type: 'equation', text: 'xy z' },
    ])
  })

  test('display formulas are equations, inline formulas keep their tree', async () => {
    const fraction = '<mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac>'
    const [page] = await readPages(
      bytesOf(`<p>so <math>${fraction}</math> is</p><math display="block"><mi>x</mi><mo>=</mo>${fraction}</math>`),
      '.html',
    )
    expect(page!.page.blocks).toMatchObject([
      { type: 'text', text: `so ${markFormula('a/b²')} is`, inlineFormulas: [{ kind: 'fraction' }] },
      {
        type: 'equation',
        text: 'x = a/b²',
        formula: {
          tree: {
            kind: 'row',
            items: [{ kind: 'letter', text: 'x' }, { kind: 'sign', text: '=' }, { kind: 'fraction' }],
          },
        },
      },
    ])
  })
})

describe('hostile pages', () => {
  test('excessive nesting is rejected', async () => {
    await expect(html('<div>'.repeat(5000))).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('1500'),
    })
  })

  test('unclosed tags that multiply are rejected in bounded time', async () => {
    const fonts = Array.from({ length: 1400 }, (_, at) => `<font size=${at}>`).join('')
    await expect(html(`<p>${fonts}${'<p>x'.repeat(3000)}`)).rejects.toMatchObject({ code: 1106 })
  })
})

test('Markdown: front matter is left out, tables and code are kept', async () => {
  const source =
    '---\ntitle: x\n---\n# Head\n\nSome *words* and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n   - two\n\n```js\nlet x\n```\n'
  expect(await outlineOf(bytesOf(source), '.md')).toEqual([
    '# Head',
    'Some words and code.',
    '*a|*b / 1|2',
    '1. one\n  - two',
    'code: let x',
  ])
})

describe('LaTeX', () => {
  const markdown = (source: string): Promise<string[]> => outlineOf(bytesOf(source), '.md')

  test('with the delimiters of MathJax, in lines, cells and blocks', async () => {
    expect(
      await html(
        '<p>Let \\(x^2\\) be $$\\frac{a}{b} < c$$ and \\[ a_1 = 2 \\]</p><td>\\(\\alpha\\)</td><code>\\(a_1\\)</code>',
      ),
    ).toEqual([
      `Let ${markFormula('x²')} be`,
      'equation: a/b < c',
      'and',
      'equation: a₁ = 2',
      `${markFormula('α')}\\(a_1\\)`,
    ])
    const [page] = await readPages(bytesOf('<p>$$\\frac12 \\tag{3}$$</p>'), '.html')
    const half = { kind: 'fraction', above: { kind: 'number', text: '1' }, below: { kind: 'number', text: '2' } }
    expect(page!.page.blocks).toMatchObject([{ type: 'equation', formula: { tree: half, number: '3' } }])
  })

  test('unknown commands stay LaTeX', async () => {
    const [page] = await readPages(bytesOf('<p>$$\\own{a} \\\\ b$$ and \\(\\own{c}\\)</p>'), '.html')
    expect(page!.page.blocks).toMatchObject([
      { type: 'equation', text: '\\own{a} \\\\ b' },
      { type: 'text', text: 'and \\(\\own{c}\\)' },
    ])
    expect(page!.page.blocks[0]).not.toHaveProperty('formula')
  })

  test('prices, patterns and shell variables are not LaTeX', async () => {
    const text = 'From \\( to \\) it costs $5 or $$ and $$, up to $10.'
    expect(await html(`<p>${text}</p>`)).toEqual([text])
    expect(await markdown('Costs $5 and $10; `$a_1` and `$b_1`; $HOME/$PATH')).toEqual([
      'Costs $5 and $10; $a_1 and $b_1; $HOME/$PATH',
    ])
  })

  test('Markdown does not read its signs in formulas', async () => {
    expect(await markdown('Both $b_{2}^*$ and $c^*$.\n\n$$\n- a \\\\ _b_\n$$\n\n```math\nx + y\n```\n')).toEqual([
      `Both ${markFormula('b₂∗')} and ${markFormula('c∗')}.`,
      'equation: - a \\\\ _b_',
      'equation: x + y',
    ])
  })
})
