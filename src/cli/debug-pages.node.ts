import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParseDeps } from '../deps.ts'
import { encodePng } from '../engines/image-codecs.ts'
import { openDocument, type SourceDocument } from '../extract/open-document.ts'
import type { DrawingEvent, PageObjects, TableCandidateEvent } from '../layout/state.ts'
import { scaleBlock } from '../layout/text/scale-page.ts'
import type { Block, Document } from '../model/document.ts'
import { escapeHtml } from '../model/escape-html.ts'
import { type Box, coverage, height, type Size, width } from '../model/geometry.ts'
import { defaultOptions } from '../model/options.ts'
import type { ParseObserver } from '../parse.ts'
import { makeFolder } from '../runtime/make-folder.node.ts'

/** Resolution of the page background, in pixels per point, and its limit in pixels. */
const BACKGROUND_SCALE = 1.5
const MAX_PIXELS = 3_000_000
const SHOWN_CHARACTERS = 80
/** Maximum rounding difference of page sizes, in points. */
const MAX_ROUNDING = 0.01

interface ObservedPage {
  readonly objects: PageObjects
  readonly candidates: readonly TableCandidateEvent[]
  readonly drawings: readonly DrawingEvent[]
}

interface DebugPages {
  readonly observer: ParseObserver
  write(source: SourceDocument, target: { folder: string; name: string; deps: ParseDeps }): Promise<void>
}

export function createDebugPages(): DebugPages {
  const pages = new Map<number, ObservedPage>()
  let candidates: TableCandidateEvent[] = []
  let drawings: DrawingEvent[] = []
  let document: Document | null = null
  return {
    observer: {
      onTableCandidate: (event) => candidates.push(event),
      onDrawing: (event) => drawings.push(event),
      onObjects(objects) {
        pages.set(objects.raw.pageIndex, { objects, candidates, drawings })
        candidates = []
        drawings = []
      },
      onDocument(assembled) {
        document = assembled
      },
    },
    async write(source, { folder, name, deps }) {
      makeFolder(folder)
      for (const { pageIndex, ...page } of document?.pages ?? []) {
        const observed = pages.get(pageIndex) ?? null
        const scale = observed === null ? 1 : (uniformScale(page, observed.objects.raw) ?? 1)
        const blocks = page.blocks.map((block) => scaleBlock(block, scale))
        const background = observed === null ? null : await renderBackground(source, observed.objects, deps)
        const html = debugPage({ title: `${source.fileName}, page ${pageIndex + 1}`, observed, blocks, background })
        await writeFile(join(folder, `${name}-p${pageIndex + 1}.html`), html)
      }
    },
  }
}

/** Factor from the page to the coordinates of layout; `null` if they are rotated or deskewed. */
function uniformScale(page: Size, layout: Size): number | null {
  const scale = layout.width / page.width
  return Math.abs(layout.height - page.height * scale) < MAX_ROUNDING ? scale : null
}

/** `null` when layout worked in rotated or deskewed coordinates. */
async function renderBackground(source: SourceDocument, { raw }: PageObjects, deps: ParseDeps): Promise<string | null> {
  const { document } = await openDocument(source, deps)
  try {
    const page = await document.readPage(raw.pageIndex, { ...defaultOptions, ocr: 'off' }).catch(() => null)
    if (page === null || uniformScale(page, raw) === null) return null
    const pageBox = { x0: 0, y0: 0, x1: page.width, y1: page.height }
    const raster = await document.drawRegion(raw.pageIndex, pageBox, { scale: BACKGROUND_SCALE, maxPixels: MAX_PIXELS })
    return `data:image/png;base64,${Buffer.from(await encodePng(raster)).toString('base64')}`
  } finally {
    document.close()
  }
}

interface DebugPage {
  readonly title: string
  readonly observed: ObservedPage | null
  readonly blocks: readonly Block[]
  readonly background: string | null
}

function debugPage({ title, observed, blocks, background }: DebugPage): string {
  const layers = observed === null ? [] : layersOf(observed, blocks)
  const { width: w, height: h } = observed?.objects.raw ?? { width: 0, height: 0 }
  const image = background === null ? '' : `<image href="${background}" width="${w}" height="${h}" opacity="0.5"/>`
  const drawn = layers.map(({ name, shapes }) => `<g class="${name}">${shapes.join('')}</g>`).join('\n')
  const switches = layers
    .map(({ name, shapes }) => `<label><input type="checkbox" id="${name}" checked> ${name} (${shapes.length})</label>`)
    .join('\n')
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem }
header { grid-column: 1 / -1 } svg { width: 100%; border: 1px solid #999; background: #fff }
label { margin-right: 1rem } table { border-collapse: collapse } td, th { text-align: left; padding: 0.1rem 0.6rem; vertical-align: top }
${layers.map(({ name }) => `body:has(#${name}:not(:checked)) g.${name} { display: none }`).join('\n')}
</style>
<header><h1>${escapeHtml(title)}</h1>${switches}</header>
<svg viewBox="0 0 ${w} ${h}">${image}${drawn}</svg>
<div>${observed === null ? '<p>Read from the structure of the file: there was no layout.</p>' : objectTables(observed)}
${blockTable(blocks, observed)}</div>
</html>
`
}

interface Layer {
  readonly name: string
  readonly shapes: readonly string[]
}

function layersOf({ objects, candidates, drawings }: ObservedPage, blocks: readonly Block[]): Layer[] {
  const { raw, rulings, tables, figures } = objects
  return [
    { name: 'spans', shapes: raw.spans.map(({ box, text }) => rectangle(box, { color: '#bbb', tooltip: text })) },
    {
      name: 'rulings',
      shapes: rulings.map(({ horizontal, position, from, to }) => {
        const [x0, y0, x1, y1] = horizontal ? [from, position, to, position] : [position, from, position, to]
        return `<line x1="${x0}" y1="${y0}" x2="${x1}" y2="${y1}" stroke="#d60" stroke-width="1"/>`
      }),
    },
    {
      name: 'drawings',
      shapes: drawings.map(({ box, type, reason }) =>
        rectangle(box, { color: '#0a0', dashed: type === 'decoration', tooltip: `${type}: ${reason}` }),
      ),
    },
    {
      name: 'candidates',
      shapes: candidates.map((event) =>
        rectangle(event.box, { color: '#c0c', dashed: true, tooltip: `${event.method}: ${decisionOf(event)}` }),
      ),
    },
    {
      name: 'tables',
      shapes: tables.flatMap(({ box, method, cells }) => [
        rectangle(box, { color: '#70c', tooltip: method }),
        ...cells.map((cell) => rectangle(cell.box, { color: '#b9e', tooltip: cell.text })),
      ]),
    },
    { name: 'figures', shapes: figures.map(({ box, text }) => rectangle(box, { color: '#080', tooltip: text })) },
    {
      name: 'blocks',
      shapes: blocks.flatMap((block, index) => [
        rectangle(block.box, { color: '#06c', tooltip: `${index} ${block.type}` }),
        `<text x="${block.box.x0}" y="${block.box.y0 - 1}" font-size="7" fill="#06c">${index} ${block.type}</text>`,
      ]),
    },
  ]
}

function rectangle(box: Box, style: { color: string; tooltip: string; dashed?: boolean }): string {
  const dash = style.dashed === true ? ' stroke-dasharray="3 2"' : ''
  return `<rect x="${box.x0}" y="${box.y0}" width="${width(box)}" height="${height(box)}" fill="none" stroke="${style.color}" stroke-width="0.7"${dash}><title>${escapeHtml(style.tooltip)}</title></rect>`
}

function decisionOf({ score, refusal }: TableCandidateEvent): string {
  return `${refusal ?? 'accepted'}${score === undefined ? '' : `, score ${score.toFixed(2)}`}`
}

function objectTables({ objects, candidates, drawings }: ObservedPage): string {
  return `<h2>Table candidates</h2>
${rows(
  ['method', 'box', 'score', 'decision'],
  candidates.map(({ method, box, score, refusal }) => [
    method,
    boxText(box),
    score?.toFixed(2) ?? '',
    refusal ?? 'accepted',
  ]),
)}
<h2>Tables</h2>
${rows(
  ['method', 'box', 'size'],
  objects.tables.map(({ method, box, rows: rowCount, cols }) => [method, boxText(box), `${rowCount} × ${cols}`]),
)}
<h2>Drawings</h2>
${rows(
  ['class', 'box', 'paths', 'reason'],
  drawings.map(({ type, box, strokes, reason }) => [type, boxText(box), String(strokes), reason]),
)}`
}

/** A table shows its detector, a heading the pass that decided about it. */
function blockTable(blocks: readonly Block[], observed: ObservedPage | null): string {
  return `<h2>Blocks</h2>
${rows(
  ['#', 'type', 'source', 'decided_by', 'text'],
  blocks.map((block, index) => [
    String(index),
    block.kind === 'title' ? `${block.type} ${block.level}` : block.type,
    block.source,
    block.decidedBy ?? (block.kind === 'title' ? 'layout' : block.kind === 'table' ? methodOf(block, observed) : ''),
    (block.kind === 'table' ? block.cells.map(({ text }) => text).join(' | ') : block.text).slice(0, SHOWN_CHARACTERS),
  ]),
)}`
}

function methodOf({ box }: Block, observed: ObservedPage | null): string {
  return observed?.objects.tables.find((table) => coverage(table.box, box) > 0.9)?.method ?? ''
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${row(head, 'th')}${body.map((cells) => row(cells, 'td')).join('\n')}</table>`
}

function boxText({ x0, y0, x1, y1 }: Box): string {
  return [x0, y0, x1, y1].map((value) => value.toFixed(0)).join(' ')
}
