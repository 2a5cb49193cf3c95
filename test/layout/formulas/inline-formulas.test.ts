/** Formulas within text, from a page typeset by TeX to Markdown, JSON and HTML. */
import { describe, expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { findInlineFormulas } from '../../../src/layout/formulas/find-inline-formulas.ts'
import { defaultOptions, type ParseOptions } from '../../../src/model/options.ts'
import { finish, parsePages } from '../../../src/parse.ts'
import type { RenderedOutputs } from '../../../src/render/types.ts'
import { noOcr } from '../../extract/no-ocr.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { layoutState, rawPage } from '../raw-pages.ts'

async function outputsOf(isInline: boolean, id = 'pdf-inline-formulas'): Promise<RenderedOutputs> {
  const options: ParseOptions = {
    ...defaultOptions,
    outputFormats: ['markdown', 'json', 'html'],
    elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
    features: { ...defaultOptions.features, enable_inline_formula: isInline },
  }
  const document = await openPdf(await fixture(id), '.pdf', noOcr)
  try {
    const pages = await Array.fromAsync(parsePages(document, [0], options))
    const info = { fileName: 'a.pdf', fileType: '.pdf', pageCount: 1 }
    return await finish(pages, info, { options, links: { kind: 'none' } })
  } finally {
    document.close()
  }
}

const inlineOf = (markdown = ''): string[] =>
  [...markdown.replace(/\$\$[^$]+\$\$/g, '').matchAll(/(?<!\\)\$([^$\n]*[^$\\\s])\$/g)].map(([, latex = '']) => latex)

describe('formulas within text', () => {
  test('all are LaTeX with the option; prices and chemical formulas are text', async () => {
    const { markdown = '', json = '' } = await outputsOf(true)
    expect(inlineOf(markdown)).toEqual([
      'm',
      'h_0',
      'v=\\sqrt{2gh_0}',
      '\\frac{1}{2}mv^2',
      '\\Delta E_{ij}',
      '10^{-3}',
      '\\alpha_1,\\ldots,\\alpha_n\\in\\mathbb{R}',
      'm',
      'n',
    ])
    expect(markdown).toContain('\\$5 for one ball and \\$9 for two (see page 3), and water is H₂O.')
    expect(JSON.parse(json).pages[0].blocks[0].content).toContain('energy is $\\frac{1}{2}mv^2$ at')
  })

  test('fractions, roots over fractions and vectors; the lines that they move apart are one paragraph', async () => {
    const { markdown = '' } = await outputsOf(true, 'pdf-inline-fractions')
    expect(inlineOf(markdown)).toEqual([
      'x^\\ast=\\frac{x}{\\sigma}',
      'E^\\ast=\\frac{E}{\\epsilon}',
      '\\tau^\\ast=\\tau\\sqrt{\\frac{\\epsilon}{m\\sigma^2}}',
      'm',
      'q^\\ast=q\\frac{1}{\\sqrt{4\\pi\\epsilon_0\\sigma\\epsilon}}',
      'T^\\ast=\\frac{Tk_B}{\\epsilon}',
      '\\vec{F}=m\\vec{a}',
      'W=\\vec{F}\\cdot\\vec{s}',
      '\\vec{r}\\times\\vec{F}',
      'e^{-\\frac{1}{2}t}',
      'x^{\\frac{n}{2}}',
    ])
    expect(markdown).toContain('f(x)=\\frac{1}{\\sqrt{2\\pi\\sigma^2}}e^{-\\frac{(x-\\mu)^2}{2\\sigma^2}}\\tag{1}')
    expect(markdown.trim().split('\n\n')).toHaveLength(4)
  })

  test('without the option, only formulas that plain text cannot show are LaTeX', async () => {
    const { markdown = '' } = await outputsOf(false)
    expect(inlineOf(markdown)).toEqual(['v=\\sqrt{2gh_0}', '\\frac{1}{2}mv^2'])
    expect(markdown).toContain('mass m falls from the height h₀ and')
    expect(markdown).not.toMatch(/[\u2062-\u2064]/)
  })

  test('HTML has MathML', async () => {
    const { html = '' } = await outputsOf(false)
    expect(html).toContain('<msqrt>')
    expect(html).not.toMatch(/[\u2062-\u2064]/)
  })
})

test('letters of Greek words are no formulas', () => {
  const words = 'Η ζωή και ο αέρας είναι η αρχή του κόσμου, και η γη το τέλος.'
  const state = layoutState(rawPage([{ text: words, x: 50, y: 100 }]), findInlineFormulas)
  expect(state.lines.map(({ text }) => text)).toEqual([words])
})
