import { useEffect } from 'preact/hooks'
import { apiKey } from '../client/stored.ts'
import { formatNumber, t } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { ProblemNotice } from '../parts/problem-text.tsx'
import { account, followAccount, loadAccount, problem } from './account.ts'
import { SecretForm } from './secret-form.tsx'
import { TaskTable } from './task-table.tsx'
import { type Tile, Tiles } from './tiles.tsx'
import { UsageChart } from './usage-chart.tsx'

export function AccountPage() {
  useEffect(() => followAccount(), [])
  const data = account.value
  if (data === null)
    return (
      <>
        <ProblemNotice problem={problem.value} />
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
  const free = (id: 'usage.today' | 'usage.month', left: number, total: number): Tile => [
    t(id),
    formatNumber(left),
    t('usage.of', { total: formatNumber(total) }),
  ]
  const tiles = [
    free('usage.today', data.remaining_free_pages_today, data.free_per_day),
    free('usage.month', data.remaining_free_pages_this_month, data.free_per_month),
    [t('usage.paid'), formatNumber(data.remaining_paid_pages), ''],
  ] as const
  return (
    <>
      <div class="row wrap account-head">
        <h2 dir="auto">
          {data.name === '' ? t('dashboard.yourKey') : data.name} <code class="muted">{data.prefix}…</code>
        </h2>
        <span class="spacer" />
        <Button kind="small" icon="retry" onClick={() => loadAccount()}>
          {t('dashboard.refresh')}
        </Button>
        <Button
          kind="small"
          onClick={() => {
            apiKey.value = ''
          }}
        >
          {t('dashboard.signOut')}
        </Button>
      </div>
      <ProblemNotice problem={problem.value} />
      <Tiles tiles={tiles} />
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
