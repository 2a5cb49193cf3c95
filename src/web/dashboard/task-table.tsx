import { formatNumber, language, t } from '../messages/messages.ts'
import { Button, IconButton } from '../parts/buttons.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ProblemText } from '../parts/problem-text.tsx'
import { type AccountTask, cancelTask, downloadResult, isUnfinished } from './account.ts'

export function TaskTable({ tasks }: { tasks: readonly AccountTask[] }) {
  if (tasks.length === 0) return <p class="muted">{t('tasks.none')}</p>
  return (
    <DataTable
      columns={[
        { label: t('tasks.file') },
        { label: t('tasks.state') },
        { label: t('tasks.pages') },
        { label: t('tasks.duration'), isNumber: true },
        { label: t('tasks.created') },
        { label: t('tasks.actions') },
      ]}
      titleId="tasks-title"
      layout="stacked tasks"
    >
      {tasks.map((task) => (
        <TaskRow key={task.task_id} task={task} />
      ))}
    </DataTable>
  )
}

function TaskRow({ task }: { task: AccountTask }) {
  const { status, file_name: name, pages_done: done, pages_total: total } = task
  const isCanceled = status === 'FAILED' && task.error === 'cancelled'
  const state = isCanceled ? 'canceled' : status
  return (
    <tr>
      <td class="file">
        <span dir="auto" title={name}>
          {name}
        </span>
      </td>
      <td>
        <span class={`badge ${state}`}>{t(`state.${state}`)}</span>
        {status === 'FAILED' && !isCanceled ? (
          <div class="task-error">
            <strong>{t('admin.errorCode', { code: task.error_code ?? '–' })}</strong>
            <ProblemText problem={{ code: task.error_code ?? 0, detail: task.error ?? '' }} />
          </div>
        ) : null}
      </td>
      <td class="pages" data-label={t('tasks.pages')}>
        {total === null ? '–' : t('tasks.progress', { done: formatNumber(done), total: formatNumber(total) })}
        {isUnfinished(task) && total !== null ? (
          <progress max={total} value={done} aria-label={t('run.progressLabel')} />
        ) : null}
      </td>
      <td class="number" data-label={t('tasks.duration')}>
        {durationOf(task)}
      </td>
      <td data-label={t('tasks.created')}>
        <time dateTime={task.created_at}>
          {new Date(task.created_at).toLocaleString(language.value, { dateStyle: 'short', timeStyle: 'medium' })}
        </time>
      </td>
      <td>
        <div class="row">
          {status === 'FAILED' ? null : (
            <a class="button small" href={`./#task=${task.task_id}`} aria-label={t('tasks.openName', { name })}>
              {t('tasks.open')}
            </a>
          )}
          {status === 'SUCCESS' ? (
            <IconButton
              icon="download"
              label={t('tasks.downloadName', { name })}
              title={t('download')}
              onClick={() => downloadResult(task)}
            />
          ) : null}
          {isUnfinished(task) ? (
            <Button
              kind="small danger"
              icon="close"
              aria-label={t('tasks.cancelName', { name })}
              onClick={() => cancelTask(task.task_id)}
            >
              {t('tasks.cancelTask')}
            </Button>
          ) : null}
        </div>
      </td>
    </tr>
  )
}

function durationOf({ started_at, finished_at }: AccountTask): string {
  if (started_at === null) return '–'
  const end = finished_at === null ? Date.now() : Date.parse(finished_at)
  return t('run.seconds', { seconds: Math.max(0, (end - Date.parse(started_at)) / 1000).toFixed(1) })
}
