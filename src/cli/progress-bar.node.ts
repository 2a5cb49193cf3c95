import { MultiBar } from 'cli-progress'

export interface ProgressState {
  readonly files: number
  readonly filesDone: number
  readonly pages: number
  readonly fraction: number
  readonly elapsedMs: number
}

export interface ProgressBar {
  log(text: string): void
  stop(): void
}

const UPDATES_PER_SECOND = 5
/** Columns of the text next to the bar. */
const TEXT_WIDTH = 66
const STEPS = 10_000

export function showProgressBar(stateOf: () => ProgressState): ProgressBar {
  const barsize = Math.max(4, Math.min(30, (process.stderr.columns ?? 80) - TEXT_WIDTH))
  const bars = new MultiBar({
    format: '{bar} {percentage}% | {files} files | {pages} pages | {rate} pages/s | {left} left',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize,
    fps: UPDATES_PER_SECOND,
    clearOnComplete: true,
    // The library turns line wrapping off, and a signal would leave it off in the terminal.
    linewrap: true,
  })
  const bar = bars.create(STEPS, 0, textsOf(stateOf()))
  bars.on('update-pre', () => bar.update(Math.round(stateOf().fraction * STEPS), textsOf(stateOf())))
  return {
    log(text) {
      bars.log(text)
    },
    stop() {
      bars.update()
      bars.stop()
    },
  }
}

function textsOf({ files, filesDone, pages, fraction, elapsedMs }: ProgressState) {
  return {
    files: `${filesDone}/${files}`,
    pages,
    rate: (pages / (elapsedMs / 1000)).toFixed(1),
    left: fraction > 0.01 ? durationText((elapsedMs * (1 - fraction)) / fraction) : '?',
  }
}

function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3600)
  const [first = 0, ...others] = hours > 0 ? [hours, ...parts] : parts
  return [String(first), ...others.map((part) => String(part).padStart(2, '0'))].join(':')
}
