import { formatNumber, language, t, tDynamic } from '../messages/messages.ts'
import type { ServiceStatus } from './admin.ts'

/** Requests and errors by route, since the process that answered started. */
export function RequestTable({ requests: { since, routes } }: { requests: ServiceStatus['requests'] }) {
  const start = new Date(since).toLocaleString(language.value, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <div class="card section">
      <h3 id="requests-title">{t('admin.requests', { start })}</h3>
      {routes.length === 0 ? (
        <p class="muted">{t('admin.noRequests')}</p>
      ) : (
        <div class="table-scroll" tabIndex={0} role="region" aria-labelledby="requests-title">
          <table class="data">
            <thead>
              <tr>
                <th scope="col">{t('admin.route')}</th>
                <th scope="col" class="number">
                  {t('admin.count')}
                </th>
                <th scope="col" class="number">
                  {t('admin.failedRequests')}
                </th>
                <th scope="col">{t('admin.codes')}</th>
              </tr>
            </thead>
            <tbody>
              {routes.map((entry) => (
                <RouteRow key={entry.route} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
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
      <td class="number">{formatNumber(count)}</td>
      <td class="number">
        {formatNumber(failed)} ({Math.round((100 * failed) / count)} %)
      </td>
      <td>
        {errors.map(({ code, count: times }) => (
          <span class="error-code" key={code} title={tDynamic(`error.${code}`, '')}>
            {code} × {formatNumber(times)}
          </span>
        ))}
      </td>
    </tr>
  )
}
