/** HTML of the dashboard: a form for the key, its remaining pages and its tasks. No script; all values are escaped. */
import { escapeHtml } from '../model/html.ts'

export interface DashboardTask {
  readonly taskId: string
  readonly fileName: string
  readonly state: string
  readonly pages: string
  /** Empty unless the task failed. */
  readonly error: string
  readonly createdAt: number
}

export interface DashboardAccount {
  readonly keyName: string
  readonly keyPrefix: string
  readonly paidPages: number
  readonly freeToday: number
  readonly freePerDay: number
  readonly freeThisMonth: number
  readonly freePerMonth: number
  readonly tasks: readonly DashboardTask[]
}

export interface DashboardView {
  /** Nonce of the content security policy for the inline style sheet. */
  readonly nonce: string
  readonly account: DashboardAccount | null
  readonly problem: string | null
}

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere }
input, button { font: inherit; padding: .4rem .6rem }
input { width: min(100%, 34rem) }
.problem { border-left: 4px solid #c33; padding-left: .8rem }
small { opacity: .75 }
`

export function dashboardPage({ nonce, account, problem }: DashboardView): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sheaf: pages and tasks</title>
<style nonce="${escapeHtml(nonce)}">${styles}</style>
</head>
<body>
<h1>Pages and tasks</h1>
${problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="" autocomplete="off">
<label for="api_key">API key</label><br>
<input id="api_key" name="api_key" type="password" required autocomplete="off" spellcheck="false">
<button>Show</button>
</form>
${account === null ? '' : accountSection(account)}
</body>
</html>
`
}

function accountSection(account: DashboardAccount): string {
  return `<h2>${escapeHtml(account.keyName === '' ? 'Key' : account.keyName)} <small>${escapeHtml(account.keyPrefix)}…</small></h2>
<table>
<thead><tr><th scope="col">Pages</th><th scope="col">left</th></tr></thead>
<tbody>
<tr><th scope="row">free today</th><td>${account.freeToday} of ${account.freePerDay}</td></tr>
<tr><th scope="row">free this month</th><td>${account.freeThisMonth} of ${account.freePerMonth}</td></tr>
<tr><th scope="row">paid</th><td>${account.paidPages}</td></tr>
</tbody>
</table>
<h2>Tasks</h2>
${account.tasks.length === 0 ? '<p>There are no tasks whose results are still kept.</p>' : taskTable(account.tasks)}`
}

function taskTable(tasks: readonly DashboardTask[]): string {
  const rows = tasks.map(
    ({ taskId, fileName, state, pages, error, createdAt }) =>
      `<tr><td>${escapeHtml(new Date(createdAt).toISOString().replace('T', ' ').slice(0, 19))}</td><td>${escapeHtml(fileName)}<br><small>${escapeHtml(taskId)}</small></td><td>${escapeHtml(state)}${error === '' ? '' : `<br><small>${escapeHtml(error)}</small>`}</td><td>${escapeHtml(pages)}</td></tr>`,
  )
  return `<table>
<thead><tr><th scope="col">Sent (UTC)</th><th scope="col">Document</th><th scope="col">State</th><th scope="col">Pages</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
}
