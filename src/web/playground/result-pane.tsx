import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { Tabs } from '../parts/tabs.tsx'
import { BlocksView } from './blocks-view.tsx'
import { ChunksView } from './chunks-view.tsx'
import { CodeView } from './code-view.tsx'
import { CompareView } from './compare-view.tsx'
import { DocumentView } from './document-view.tsx'
import { FiguresView } from './figures-view.tsx'
import { type Run, runs } from './runs.ts'
import { SourceView } from './source-view.tsx'
import { TablesView } from './tables-view.tsx'
import { blocks, pageJump, tab } from './view.ts'
import { type Tab, tabs } from './view-names.ts'

const views: Readonly<Record<Tab, (props: { run: Run }) => ComponentChildren>> = {
  document: DocumentView,
  markdown: SourceView,
  blocks: BlocksView,
  tables: TablesView,
  figures: FiguresView,
  chunks: ChunksView,
  compare: CompareView,
  code: CodeView,
}

export function ResultPane({ run }: { run: Run }) {
  const counts: Partial<Record<Tab, number>> = {
    blocks: blocks.value.length,
    tables: blocks.value.filter(({ block }) => block.type === 'table').length,
    figures: blocks.value.filter(({ block }) => block.img_url !== '' && block.type !== 'table').length,
    chunks: run.chunks.length,
    compare: runs.value.length > 1 ? runs.value.length : 0,
  }
  const ref = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    const jump = pageJump.value
    if (jump !== null) ref.current?.querySelector(`[data-section="${jump.page}"]`)?.scrollIntoView({ block: 'start' })
  })
  const View = views[tab.value]
  return (
    <section class="result-pane" aria-label={t('panes.result')}>
      <div class="result-bar">
        <Tabs
          label={t('tabs')}
          items={tabs.map((name) => ({ name, label: t(`tabs.${name}`), count: counts[name] }))}
          selected={tab.value}
          onSelect={(name) => {
            tab.value = name
          }}
        />
      </div>
      <div
        class="panel"
        ref={ref}
        id={`panel-${tab.value}`}
        role="tabpanel"
        aria-labelledby={`tab-${tab.value}`}
        tabIndex={0}
        data-scroll
        key={`${run.id}-${tab.value}`}
      >
        <View run={run} />
      </div>
    </section>
  )
}
