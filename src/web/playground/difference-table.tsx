import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { followsFocus, markReveals, selectedMark, selectMark } from './comparison.ts'
import { changedOptions } from './options.ts'
import type { MarkedLine } from './place-differences.ts'
import type { Run } from './runs.ts'
import { isClick } from './view.ts'

interface DifferenceTableProps {
  readonly before: Run
  readonly after: Run
  readonly lines: readonly MarkedLine[]
}

export function DifferenceTable({ before, after, lines }: DifferenceTableProps) {
  const ref = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    const reveal = markReveals.value
    if (reveal !== null && reveal.from !== 'text') revealLine(ref.current, reveal.mark.id)
  })
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t('tabs.compare')} ref={ref}>
      <table class="compare-table">
        <thead>
          <tr>
            <SideHead run={before} />
            <th scope="col" class="kind-column">
              <span class="visually-hidden">{t('compare.kind')}</span>
            </th>
            <SideHead run={after} />
          </tr>
        </thead>
        {pagesOf(lines).map(({ page, lines: list }) => (
          <tbody key={page} data-section={page}>
            {list.map((line, index) => (
              <Line key={index} line={line} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function pagesOf(lines: readonly MarkedLine[]): { readonly page: number; readonly lines: readonly MarkedLine[] }[] {
  const pages: { page: number; lines: MarkedLine[] }[] = []
  for (const line of lines) {
    const last = pages.at(-1)
    if (last !== undefined && (line.page ?? last.page) <= last.page) last.lines.push(line)
    else pages.push({ page: line.page ?? 0, lines: [line] })
  }
  return pages
}

function SideHead({ run }: { run: Run }) {
  const names = changedOptions(run.values)
  return (
    <th scope="col">
      <span class="compare-name" title={run.fileName}>
        {t('runs.item', { number: run.id, name: run.fileName })}
      </span>
      <small class="muted">
        {t('compare.blocks', { count: run.pages.reduce((sum, { blocks }) => sum + blocks.length, 0) })}
        {names.length === 0 ? '' : ` · ${names.map((name) => `${name}=${run.values[name]}`).join(', ')}`}
      </small>
    </th>
  )
}

function Line({ line: { kind, before, after, mark } }: { line: MarkedLine }) {
  const isSelected = mark !== undefined && selectedMark.value?.id === mark.id
  return (
    <tr
      class={`${kind}${mark === undefined ? '' : ' linked'}${isSelected ? ' selected' : ''}`}
      data-mark={mark?.id}
      onClick={(event) => {
        if (mark !== undefined && isClick(event)) selectMark(mark, 'text')
      }}
    >
      <Side parts={before} />
      <td class="kind-column">
        {kind === 'same' || mark === undefined ? null : (
          <button
            type="button"
            class={`kind-${kind}`}
            aria-current={isSelected}
            aria-label={t('compare.show', { kind: t(`compare.kind.${kind}`), page: mark.page + 1 })}
          />
        )}
      </td>
      <Side parts={after} />
    </tr>
  )
}

function Side({ parts }: { parts: MarkedLine['before'] }) {
  return (
    <td dir="auto">
      {parts.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
    </td>
  )
}

/** In the next frame, because a click on a page shows this pane on phones. */
function revealLine(root: HTMLElement | null, id: string): void {
  const active = document.activeElement
  requestAnimationFrame(() => {
    const row = root?.querySelector(`tr[data-mark="${id}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    if (followsFocus(active, '.kind-column button'))
      row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  })
}
