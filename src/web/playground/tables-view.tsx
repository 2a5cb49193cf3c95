import { useLayoutEffect, useRef } from 'preact/hooks'
import { loadModule } from '../client/load-module.ts'
import { t } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { CopyButton, saveFile } from '../parts/copy-button.tsx'
import { Lazy } from '../parts/lazy.tsx'
import { useHighlights } from './highlight.ts'
import type { Run } from './runs.ts'
import { sanitizeHtml } from './sanitize.ts'
import { tableCsv, tableHtml, tableMarkdown } from './table-formats.ts'
import { blocks, type PlacedBlock, pages, select } from './view.ts'

const ESTIMATED_HEIGHT = 220

export function TablesView({ run }: { run: Run }) {
  const tables = blocks.value.filter(({ block }) => block.cells !== undefined)
  if (tables.length === 0) return <p class="empty">{t('empty.tables')}</p>
  const name = run.fileName.replace(/\.[^.]*$/, '')
  return (
    <>
      <div class="panel-tools">
        <Button kind="small" icon="download" onClick={() => saveWorkbook(`${name}.xlsx`, tables)}>
          {t('tables.all')}
        </Button>
      </div>
      {tables.map((table, index) => (
        <article class="card item" key={table.key}>
          <header class="item-head">
            <button type="button" class="link" onClick={() => select(table.key, 'text')}>
              {t('tables.item', { number: index + 1, page: table.page + 1 })}
            </button>
            <span class="caption" dir="auto">
              {captionOf(table)}
            </span>
          </header>
          <Lazy estimate={ESTIMATED_HEIGHT}>{() => <TableContent table={table} number={index + 1} />}</Lazy>
          <div class="row wrap">
            <CopyButton label="CSV" text={() => tableCsv(table.block.cells ?? [])} />
            <CopyButton label="Markdown" text={() => tableMarkdown(table.block.cells ?? [])} />
            <CopyButton label="HTML" text={() => tableHtml(table.block.cells ?? [])} />
            <Button kind="small" icon="download" onClick={() => saveWorkbook(`${name}-${index + 1}.xlsx`, [table])}>
              XLSX
            </Button>
          </div>
        </article>
      ))}
    </>
  )
}

export function captionOf({ page, block }: PlacedBlock): string {
  const list = pages.value.find(({ page_num }) => page_num === page)?.blocks ?? []
  return block.captions.map((idx) => list.find((other) => other.idx === idx)?.content ?? '').join(' ')
}

function TableContent({ table, number }: { table: PlacedBlock; number: number }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    ref.current?.replaceChildren(sanitizeHtml(tableHtml(table.block.cells ?? [])))
  }, [table])
  useHighlights(ref, [table.key], table)
  return (
    <div
      class="table-scroll"
      tabIndex={0}
      role="region"
      aria-label={t('tables.content', { number })}
      dir="auto"
      ref={ref}
    />
  )
}

async function saveWorkbook(name: string, tables: readonly PlacedBlock[]): Promise<void> {
  const { tablesXlsx } = await loadModule(() => import('./table-xlsx.ts'))
  const sheets = tables.map(({ page, block }, index) => ({
    name: t('tables.sheet', { number: index + 1, page: page + 1 }),
    cells: block.cells ?? [],
  }))
  saveFile(name, await tablesXlsx(sheets))
}
