import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icons.tsx'
import { Downloads } from './downloads.tsx'
import { closeDocument, DropTarget, openFiles } from './drop-target.tsx'
import { loadKatex } from './formulas.ts'
import { isHelpOpen, listenForKeys } from './keyboard.ts'
import { optionValues } from './options.ts'
import { OptionsForm } from './options-form.tsx'
import { PagesPane } from './pages-pane.tsx'
import { ResultPane } from './result-pane.tsx'
import { RunStatus } from './run-status.tsx'
import { currentId, isRunning, type Run, runs, startRun } from './runs.ts'
import { followScrolling } from './scroll-together.ts'
import { SearchBox } from './search-box.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { isDrawn, pane, resetView } from './view.ts'

export function Workspace({ run }: { run: Run }) {
  const hasPages = run.pages.length > 0
  useEffect(() => {
    loadKatex()
    const stopKeys = listenForKeys()
    const stopScrolling = followScrolling()
    return () => {
      stopKeys()
      stopScrolling()
    }
  }, [])
  return (
    <main class="workspace" data-pane={isDrawn.value ? pane.value : 'result'} data-drawn={isDrawn.value}>
      <DropTarget onFiles={openFiles} />
      <WorkspaceBar run={run} />
      <RunStatus run={run} />
      {hasPages ? (
        <>
          <div class="pane-switch" role="group" aria-label={t('panes')}>
            {(['pages', 'result'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={pane.value === name}
                onClick={() => {
                  pane.value = name
                }}
              >
                {t(`panes.${name}`)}
              </button>
            ))}
          </div>
          <div class="panes">
            <PagesPane run={run} />
            <ResultPane run={run} />
          </div>
        </>
      ) : isRunning(run) ? (
        <div class="panes waiting" aria-hidden="true">
          <div class="skeleton page" />
          <div class="skeleton lines" />
        </div>
      ) : null}
      {isHelpOpen.value ? <ShortcutsDialog /> : null}
    </main>
  )
}

function WorkspaceBar({ run }: { run: Run }) {
  const isOpen = useSignal(false)
  return (
    <div class="bar">
      <button
        type="button"
        class="icon-button"
        aria-label={t('newDocument')}
        title={t('newDocument')}
        onClick={closeDocument}
      >
        <Icon name="plus" />
      </button>
      <h1 class="file-name" title={run.fileName} dir="auto">
        {run.fileName === '' ? t('task') : run.fileName}
      </h1>
      {runs.value.length > 1 ? (
        <select
          class="small"
          aria-label={t('runs')}
          value={currentId.value}
          onChange={(event) => {
            resetView()
            currentId.value = Number(event.currentTarget.value)
          }}
        >
          {runs.value.map(({ id, fileName }) => (
            <option key={id} value={id}>
              {t('runs.item', { number: id, name: fileName })}
            </option>
          ))}
        </select>
      ) : null}
      <SearchBox />
      <button
        type="button"
        class="button small"
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="sliders" />
        <span class="wide-only">{t('options')}</span>
        <span class="narrow-only visually-hidden">{t('options')}</span>
      </button>
      {run.mode === 'async' || run.sample !== null ? (
        <CopyButton
          isCompact
          isDisabled={run.status !== 'done'}
          icon="link"
          label={t('link.copy')}
          help={t('link.copyHelp')}
          text={() => location.href}
        />
      ) : null}
      <Downloads run={run} />
      <button
        type="button"
        class="icon-button wide-only"
        aria-label={t('keys')}
        title={t('keys')}
        onClick={() => {
          isHelpOpen.value = true
        }}
      >
        <Icon name="keyboard" />
      </button>
      {isOpen.value ? (
        <Dialog
          title={t('options')}
          wide
          onClose={() => {
            isOpen.value = false
          }}
        >
          <OptionsForm />
          {run.file === null ? null : (
            <div class="dialog-foot">
              <button
                type="button"
                class="button accent"
                onClick={() => {
                  isOpen.value = false
                  const { file, sample } = run
                  if (file !== null) startRun(file, { values: optionValues.value, sample }).catch(() => undefined)
                }}
              >
                <Icon name="retry" />
                {t('parseAgain')}
              </button>
            </div>
          )}
        </Dialog>
      ) : null}
    </div>
  )
}
