import { sumOf } from '../../model/statistics.ts'
import { formatNumber, t, tDynamic } from '../messages/messages.ts'
import { DataTable } from '../parts/data-table.tsx'
import { causeOf } from '../parts/problem-text.tsx'
import type { ServiceStatus } from './admin.ts'
import { RequestTable } from './request-table.tsx'
import { Tiles } from './tiles.tsx'

const BYTES_PER_GIGABYTE = 1_000_000_000

export function StatusView({ status }: { status: ServiceStatus }) {
  const { queue, ended, pool, workers, disk_free_bytes: disk } = status
  const sum = (list: readonly { readonly count: number }[]): number => sumOf(list.map(({ count }) => count))
  const failures = ended.filter(({ state, error_code }) => state === 'FAILED' && error_code !== null)
  const results = ended.filter(({ state }) => state === 'SUCCESS')
  const total = sum(ended)
  const percent = total === 0 ? 0 : Math.round((100 * sum(failures)) / total)
  const oldest = Math.max(0, ...queue.map(({ oldest_seconds }) => oldest_seconds))
  const tiles = [
    [t('admin.queue'), formatNumber(sum(queue)), queue.length === 0 ? '' : t('admin.oldest', { seconds: oldest })],
    [t('admin.threads'), formatNumber(pool.running), t('admin.threadsValue', pool)],
    [
      t('admin.workers'),
      workers === null ? '–' : formatNumber(workers.alive),
      workers === null ? t('admin.noWorkers') : '',
    ],
    [t('admin.failed'), formatNumber(sum(failures)), t('admin.failedShare', { percent, total })],
    [t('admin.kept'), formatNumber(sum(results)), t('admin.keptFor', { hours: status.result_ttl_hours })],
    [
      t('admin.disk'),
      disk === null ? '–' : `${formatNumber(Math.round((disk / BYTES_PER_GIGABYTE) * 10) / 10)} GB`,
      disk === null ? t('admin.unknown') : '',
    ],
  ] as const
  return (
    <section aria-labelledby="status-title" class="stack">
      <div class="row wrap">
        <h2 id="status-title">{t('admin.status')}</h2>
        <span class={`badge status-${status.status}`}>{t(`status.${status.status}`)}</span>
        <span class="muted">{t('admin.version', { version: status.version })}</span>
      </div>
      <Tiles tiles={tiles} />
      <RequestTable requests={status.requests} />
      <div class="columns">
        <div class="card section">
          <h3>{t('admin.parts')}</h3>
          <DataTable columns={[{ label: t('admin.part') }, { label: t('admin.partState') }]}>
            {Object.entries(status.parts).map(([name, part]) => (
              <tr key={name}>
                <td>{tDynamic(`part.${name}`, name)}</td>
                <td>
                  <span class={`badge status-${part.status}`}>{t(`status.${part.status}`)}</span>{' '}
                  <span lang="en">{part.reason}</span>
                </td>
              </tr>
            ))}
          </DataTable>
        </div>
        {failures.length === 0 ? null : (
          <div class="card section">
            <h3>{t('admin.errors')}</h3>
            <ul class="plain">
              {failures.map(({ error_code: code, count }) => (
                <li key={code}>
                  <strong>{formatNumber(count)}</strong> × {t('admin.errorCode', { code: code ?? 0 })}{' '}
                  <span class="muted">{causeOf(code)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}
