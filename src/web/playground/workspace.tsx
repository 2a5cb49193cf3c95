import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { Button, IconButton } from '../parts/buttons.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Select } from '../parts/select.tsx'
import { runOption } from './compare-view.tsx'
import { Downloads } from './downloads.tsx'
import { closeDocument, DropTarget, openFiles } from './drop-target.tsx'
import { loadKatex } from './formulas.ts'
import { isHelpOpen, listenForKeys } from './keyboard.ts'
import { OptionsForm } from './options-form.tsx'
import { PagesPane } from './pages-pane.tsx'
import { ResultPane } from './result-pane.tsx'
import { RunStatus } from './run-status.tsx'
import { currentId, isRunning, type Run, repeatRun, runs } from './runs.ts'
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
      <IconButton icon="plus" label={t('newDocument')} onClick={closeDocument} />
      <h1 class="file-name" title={run.fileName} dir="auto">
        {run.fileName === '' ? t('task') : run.fileName}
      </h1>
      {runs.value.length > 1 ? (
        <Select
          class="small"
          aria-label={t('runs')}
          value={currentId.value}
          options={runs.value.map(runOption)}
          onChoose={(id) => {
            resetView()
            currentId.value = Number(id)
          }}
        />
      ) : null}
      <SearchBox />
      <Button
        kind="small"
        icon="sliders"
        onClick={() => {
          isOpen.value = true
        }}
      >
        <span class="wide-only">{t('options')}</span>
        <span class="narrow-only visually-hidden">{t('options')}</span>
      </Button>
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
      <IconButton
        class="icon-button wide-only"
        icon="keyboard"
        label={t('keys')}
        onClick={() => {
          isHelpOpen.value = true
        }}
      />
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
              <Button
                kind="accent"
                icon="retry"
                onClick={() => {
                  isOpen.value = false
                  repeatRun(run)
                }}
              >
                {t('parseAgain')}
              </Button>
            </div>
          )}
        </Dialog>
      ) : null}
    </div>
  )
}
