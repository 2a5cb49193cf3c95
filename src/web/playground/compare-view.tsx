import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadModule } from '../client/load-module.ts'
import { t } from '../messages/messages.ts'
import { Select } from '../parts/select.tsx'
import { comparison, selectMark } from './comparison.ts'
import { DifferenceTable } from './difference-table.tsx'
import { type Run, runs } from './runs.ts'

export function runOption({ id, fileName }: Run): [value: number, label: string] {
  return [id, t('runs.item', { number: id, name: fileName })]
}

export function CompareView({ run }: { run: Run }) {
  const finished = runs.value.filter(({ status, markdown }) => status === 'done' && markdown !== null)
  const others = finished.filter(({ id }) => id !== run.id)
  const otherId = useSignal(others.at(-1)?.id ?? 0)
  const other = others.find(({ id }) => id === otherId.value) ?? others.at(-1)
  useSignalEffect(() => {
    const left = runs.value.find(({ id }) => id === otherId.value)
    if (left?.markdown == null || run.markdown === null) return
    const before = { markdown: left.markdown, pages: left.pages }
    const after = { markdown: run.markdown, pages: run.pages }
    loadModule(() => import('./place-differences.ts'))
      .then(({ compareResults }) => {
        comparison.value = { run: run.id, ...compareResults(before, after) }
      })
      .catch(() => undefined)
  })
  useEffect(
    () => () => {
      comparison.value = null
      selectMark(null, 'key')
    },
    [],
  )
  if (other === undefined || run.markdown === null) return <p class="empty">{t('empty.compare')}</p>
  const lines = comparison.value?.run === run.id ? comparison.value.lines : null
  const changed = lines?.filter(({ kind }) => kind !== 'same').length ?? 0
  return (
    <>
      <div class="panel-tools compare-tools">
        <label class="inline">
          {t('compare.with')}
          <Select
            class="small"
            value={other.id}
            options={others.map(runOption)}
            onChoose={(id) => {
              otherId.value = Number(id)
            }}
          />
        </label>
        <strong role="status">
          {lines === null
            ? t('run.parsing')
            : changed === 0
              ? t('compare.same')
              : t('compare.changed', { count: changed })}
        </strong>
      </div>
      {changed === 0 ? null : <DifferenceTable before={other} after={run} lines={lines ?? []} />}
    </>
  )
}
