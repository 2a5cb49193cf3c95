import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { apiKey } from '../client/stored.ts'
import { formatNumber, t, translateWarning } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { KeyDialog } from '../parts/key-dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemText } from '../parts/problem-text.tsx'
import { closeDocument } from './drop-target.tsx'
import { isOwnWarning } from './options.ts'
import { openKeptTask, recents } from './recents.ts'
import { cancelRun, isRunning, isUnopened, type Run, reopenTask, repeatRun } from './runs.ts'

/** Unknown, expired or of another key. */
const NOT_FOUND = 1133

/** Unknown, disabled or expired. */
const refusedKeys: readonly number[] = [1107, 1108]

export function RunStatus({ run }: { run: Run }) {
  if (isRunning(run)) return <Progress run={run} />
  if (run.status === 'done') return <Summary run={run} />
  if (isUnopened(run)) return <Unopened run={run} />
  const again = (): void => repeatRun(run)
  const code = run.problem?.code ?? 0
  return (
    <div class="status">
      {run.status === 'canceled' ? (
        <Notice kind="info">{t('run.canceled')}</Notice>
      ) : (
        <Notice kind="error" title={t('run.failed', { code })}>
          {run.problem === null ? null : <ProblemText problem={run.problem} />}
        </Notice>
      )}
      <div class="row wrap">
        {run.file === null ? null : (
          <Button kind="accent" icon="retry" onClick={again}>
            {t('parseAgain')}
          </Button>
        )}
        {refusedKeys.includes(code) ? <OtherKey purpose="key" onNewKey={again} /> : null}
        <NewDocument />
      </div>
    </div>
  )
}

function NewDocument() {
  return (
    <Button icon="plus" onClick={closeDocument}>
      {t('newDocument')}
    </Button>
  )
}

interface OtherKeyProps {
  readonly purpose: 'key' | 'link'
  readonly onNewKey: () => void
}

function OtherKey({ purpose, onNewKey }: OtherKeyProps) {
  const isOpen = useSignal(false)
  const refused = useRef(apiKey.peek()).current
  return (
    <>
      <Button
        icon="key"
        onClick={() => {
          isOpen.value = true
        }}
      >
        {t('link.otherKey')}
      </Button>
      {isOpen.value ? (
        <KeyDialog
          purpose={purpose}
          closesOnSuccess
          onClose={() => {
            isOpen.value = false
            if (apiKey.value !== '' && apiKey.value !== refused) onNewKey()
          }}
        />
      ) : null}
    </>
  )
}

function Unopened({ run }: { run: Run }) {
  const code = run.problem?.code ?? 0
  const kept = recents.value?.find(({ taskId }) => taskId === run.taskId)
  return (
    <div class="status">
      <Notice kind="error" title={t('link.failed', { code })}>
        {code === NOT_FOUND ? <p>{t('link.notFound')}</p> : run.problem && <ProblemText problem={run.problem} />}
      </Notice>
      <div class="row wrap">
        {kept === undefined ? null : (
          <Button kind="accent" icon="file" onClick={() => openKeptTask(kept.id)}>
            {t('link.kept')}
          </Button>
        )}
        <OtherKey purpose="link" onNewKey={() => undefined} />
        <Button icon="retry" onClick={() => reopenTask(run)}>
          {t('link.again')}
        </Button>
        <NewDocument />
      </div>
    </div>
  )
}

function Progress({ run }: { run: Run }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 500)
    return () => clearInterval(timer)
  }, [now])
  const seconds = Math.max(0, Math.round((now.value - run.startedAt) / 1000))
  const text = run.isReconnecting
    ? t('run.reconnecting')
    : run.total === null
      ? t(`run.${run.status === 'waiting' ? 'waiting' : run.status === 'sending' ? 'sending' : 'parsing'}`)
      : t('run.progress', { done: formatNumber(run.done), total: formatNumber(run.total) })
  return (
    <div class="status running">
      <span role="status">{text}</span>
      <progress
        aria-label={t('run.progressLabel')}
        max={run.total ?? 1}
        value={run.total === null ? undefined : run.done}
      />
      <span class="muted">{t('run.seconds', { seconds })}</span>
      <Button kind="small" icon="close" onClick={() => cancelRun(run)}>
        {t('cancel')}
      </Button>
    </div>
  )
}

function Summary({ run }: { run: Run }) {
  const { metadata } = run
  const warnings = run.warnings.filter((warning) => !isOwnWarning(warning, run.values))
  const milliseconds = metadata.processing_time_ms ?? (run.endedAt ?? run.startedAt) - run.startedAt
  return (
    <div class="status done">
      <span role="status" class="muted">
        {t('run.done', {
          pages: formatNumber(metadata.pages_billed ?? run.pages.length),
          seconds: (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 0),
          tokens: formatNumber(metadata.token_count ?? 0),
        })}
      </span>
      {warnings.length === 0 ? null : (
        <Menu class="warnings" label={t('run.warnings', { count: warnings.length })}>
          {warnings.map((warning) => {
            const { text, isTranslated } = translateWarning(warning)
            return (
              <li key={warning} dir="auto" lang={isTranslated ? undefined : 'en'}>
                {text}
              </li>
            )
          })}
        </Menu>
      )}
    </div>
  )
}
