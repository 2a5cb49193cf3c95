import { useEffect } from 'preact/hooks'
import { apiKey } from '../client/stored.ts'
import { formatNumber, t } from '../messages/messages.ts'
import { Icon } from '../parts/icons.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemText } from '../parts/problem-text.tsx'
import { account, followAccount, loadAccount, problem } from './account.ts'
import { SecretForm } from './secret-form.tsx'
import { TaskTable } from './task-table.tsx'
import { UsageChart } from './usage-chart.tsx'

export function AccountPage() {
  useEffect(() => followAccount(), [])
  const data = account.value
  if (data === null)
    return (
      <>
        {problem.value !== null ? (
          <Notice kind="error">
            <ProblemText problem={problem.value} />
          </Notice>
        ) : null}
        <SecretForm
          label={t('key.label')}
          help={t('dashboard.signIn')}
          submit={t('admin.show')}
          onSubmit={(text) => {
            if (apiKey.value === text) loadAccount().catch(() => undefined)
            else apiKey.value = text
          }}
        />
      </>
    )
  const tiles = [
    [t('usage.today'), data.remaining_free_pages_today, t('usage.of', { total: formatNumber(data.free_per_day) })],
    [
      t('usage.month'),
      data.remaining_free_pages_this_month,
      t('usage.of', { total: formatNumber(data.free_per_month) }),
    ],
    [t('usage.paid'), data.remaining_paid_pages, ''],
  ] as const
  return (
    <>
      <div class="row wrap account-head">
        <h2 dir="auto">
          {data.name === '' ? t('dashboard.yourKey') : data.name} <code class="muted">{data.prefix}…</code>
        </h2>
        <span class="spacer" />
        <button type="button" class="button small" onClick={() => loadAccount()}>
          <Icon name="retry" />
          {t('dashboard.refresh')}
        </button>
        <button
          type="button"
          class="button small"
          onClick={() => {
            apiKey.value = ''
          }}
        >
          {t('dashboard.signOut')}
        </button>
      </div>
      {problem.value === null ? null : (
        <Notice kind="error">
          <ProblemText problem={problem.value} />
        </Notice>
      )}
      <ul class="tiles">
        {tiles.map(([label, value, note]) => (
          <li class="card tile" key={label}>
            <span class="muted">{label}</span>
            <strong>{formatNumber(value)}</strong>
            <span class="muted">{note}</span>
          </li>
        ))}
      </ul>
      <section class="card section" aria-labelledby="chart-title">
        <h2 id="chart-title">{t('usage.chart')}</h2>
        <UsageChart days={data.days} />
      </section>
      <section class="card section">
        <h2 id="tasks-title">{t('tasks.title')}</h2>
        <TaskTable tasks={data.tasks} />
      </section>
    </>
  )
}
