import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { optionValues } from './options.ts'
import { closeRuns, startRun } from './runs.ts'
import { resetView } from './view.ts'

export function openFile(file: File): void {
  resetView()
  startRun(file, { values: optionValues.value }).catch(() => undefined)
}

export function closeDocument(): void {
  closeRuns()
  resetView()
  history.replaceState(null, '', location.pathname)
}

export function DropTarget({ onFile }: { onFile: (file: File) => void }) {
  const isOver = useSignal(false)
  useEffect(() => {
    let depth = 0
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
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
      const file = event.dataTransfer?.files[0]
      if (file !== undefined) onFile(file)
    }
    const paste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0]
      if (file !== undefined) onFile(file)
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('dragenter', enter, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [isOver, onFile])
  return isOver.value ? <div class="drop-cover">{t('start.dropHere')}</div> : null
}
