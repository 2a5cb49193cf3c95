import { useSignal, useSignalEffect } from '@preact/signals'
import { loadModule } from '../client/load-module.ts'
import { t } from '../messages/messages.ts'
import type { LineDifference } from './differences.ts'
import { changedOptions } from './options.ts'
import { type Run, runs } from './runs.ts'

/** Two results of this visit side by side, line by line. */
export function CompareView({ run }: { run: Run }) {
  const finished = runs.value.filter(({ status, markdown }) => status === 'done' && markdown !== null)
  const others = finished.filter(({ id }) => id !== run.id)
  const otherId = useSignal(others.at(-1)?.id ?? 0)
  const lines = useSignal<readonly LineDifference[] | null>(null)
  const other = others.find(({ id }) => id === otherId.value) ?? others.at(-1)
  useSignalEffect(() => {
    const left = runs.value.find(({ id }) => id === otherId.value)
    if (left?.markdown == null || run.markdown === null) return
    const [before, after] = [left.markdown, run.markdown]
    loadModule(() => import('./differences.ts'))
      .then(({ compareTexts }) => {
        lines.value = compareTexts(before, after)
      })
      .catch(() => undefined)
  })
  if (other === undefined || run.markdown === null) return <p class="empty">{t('empty.compare')}</p>
  const changed = lines.value?.filter(({ kind }) => kind !== 'same').length ?? 0
  return (
    <>
      <div class="panel-tools compare-tools">
        <label class="inline">
          {t('compare.with')}
          <select
            class="small"
            value={other.id}
            onChange={(event) => {
              otherId.value = Number(event.currentTarget.value)
            }}
          >
            {others.map(({ id, fileName }) => (
              <option key={id} value={id}>
                {t('runs.item', { number: id, name: fileName })}
              </option>
            ))}
          </select>
        </label>
        <strong role="status">
          {lines.value === null
            ? t('run.parsing')
            : changed === 0
              ? t('compare.same')
              : t('compare.changed', { count: changed })}
        </strong>
      </div>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={t('tabs.compare')}>
        <table class="compare-table">
          <thead>
            <tr>
              <SideHead run={other} />
              <SideHead run={run} />
            </tr>
          </thead>
          <tbody>
            {lines.value?.map((line, index) => (
              <tr key={index} class={line.kind}>
                <Side parts={line.before} />
                <Side parts={line.after} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function SideHead({ run }: { run: Run }) {
  const names = changedOptions(run.values)
  return (
    <th scope="col">
      {t('runs.item', { number: run.id, name: run.fileName })}
      <small class="muted">
        {t('compare.blocks', { count: run.pages.reduce((sum, { blocks }) => sum + blocks.length, 0) })}
        {names.length === 0 ? '' : ` · ${names.map((name) => `${name}=${run.values[name]}`).join(', ')}`}
      </small>
    </th>
  )
}

function Side({ parts }: { parts: LineDifference['before'] }) {
  return (
    <td dir="auto">
      {parts.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
    </td>
  )
}
