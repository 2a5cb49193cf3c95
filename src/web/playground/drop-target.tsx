import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { optionValues } from './options.ts'
import { closeRuns, startRun } from './runs.ts'
import { resetView } from './view.ts'

let openedLists = 0

/** Parses files one after another and shows the first one. Another document ends the list. */
export async function openFiles(files: readonly File[]): Promise<void> {
  resetView()
  const list = ++openedLists
  const values = optionValues.value
  for (const [index, file] of files.entries())
    if (list === openedLists) await startRun(file, { values, isShown: index === 0 })
}

export function closeDocument(): void {
  openedLists++
  closeRuns()
  resetView()
  history.replaceState(null, '', location.pathname)
}

export function DropTarget({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isOver = useSignal(false)
  useEffect(() => {
    let depth = 0
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    const open = (data: DataTransfer | null): void => {
      const files = [...(data?.files ?? [])]
      if (files.length > 0) onFiles(files)
    }
    const enter = (event: DragEvent): void => {
      if (!hasFile(event)) return
      depth++
      isOver.value = true
    }
    const leave = (): void => {
      depth = Math.max(0, depth - 1)
      if (depth === 0) isOver.value = false
    }
    const over = (event: DragEvent): void => {
      if (hasFile(event)) event.preventDefault()
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      depth = 0
      isOver.value = false
      open(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent): void => {
      open(event.clipboardData)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('dragenter', enter, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [isOver, onFiles])
  return isOver.value ? <div class="drop-cover">{t('start.dropHere')}</div> : null
}
