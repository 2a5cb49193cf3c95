import { formatNumber, language, t, tDynamic } from '../messages/messages.ts'
import { DataTable } from '../parts/data-table.tsx'
import type { ServiceStatus } from './admin.ts'

export function RequestTable({ requests: { since, routes } }: { requests: ServiceStatus['requests'] }) {
  const start = new Date(since).toLocaleString(language.value, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <div class="card section">
      <h3 id="requests-title">{t('admin.requests', { start })}</h3>
      {routes.length === 0 ? (
        <p class="muted">{t('admin.noRequests')}</p>
      ) : (
        <DataTable
          columns={[
            { label: t('admin.route') },
            { label: t('admin.count'), isNumber: true },
            { label: t('admin.failedRequests'), isNumber: true },
            { label: t('admin.codes') },
          ]}
          titleId="requests-title"
          layout="stacked"
        >
          {routes.map((entry) => (
            <RouteRow key={entry.route} entry={entry} />
          ))}
        </DataTable>
      )}
    </div>
  )
}

function RouteRow({ entry: { route, count, errors } }: { entry: ServiceStatus['requests']['routes'][number] }) {
  const failed = errors.reduce((sum, error) => sum + error.count, 0)
  return (
    <tr>
      <td>
        <code>{route}</code>
      </td>
      <td class="number" data-label={t('admin.count')}>
        {formatNumber(count)}
      </td>
      <td class="number" data-label={t('admin.failedRequests')}>
        {formatNumber(failed)} ({Math.round((100 * failed) / count)} %)
      </td>
      <td data-label={errors.length === 0 ? undefined : t('admin.codes')}>
        <div>
          {errors.map(({ code, count: times }) => (
            <span class="error-code" key={code} title={tDynamic(`error.${code}`, '')}>
              {code} × {formatNumber(times)}
            </span>
          ))}
        </div>
      </td>
    </tr>
  )
}
