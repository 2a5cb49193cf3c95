export type Stage = 'read' | 'text' | 'render' | 'ocr' | 'layout' | 'figures' | 'images'

export interface StageTime {
  readonly stage: Stage
  /** Unix time in milliseconds. */
  readonly startedAt: number
  readonly ms: number
}

export interface PageMeasurement {
  readonly source: 'text_layer' | 'ocr' | 'document'
  /** 0–1, weighted by characters; `null` without OCR. */
  readonly ocrConfidence: number | null
  /** In the order in which they ended; some contain others. */
  readonly stages: readonly StageTime[]
}

export interface StageTimer {
  measure<value>(stage: Stage, work: () => Promise<value>): Promise<value>
  measureSync<value>(stage: Stage, work: () => value): value
  take(): readonly StageTime[]
}

/** The clock of Workers stops during computation, so its times contain only waiting. */
export function createStageTimer(): StageTimer {
  let times: StageTime[] = []
  const start = (stage: Stage): (() => void) => {
    const startedAt = performance.timeOrigin + performance.now()
    return () => times.push({ stage, startedAt, ms: performance.timeOrigin + performance.now() - startedAt })
  }
  return {
    async measure(stage, work) {
      const end = start(stage)
      const value = await work()
      end()
      return value
    },
    measureSync(stage, work) {
      const end = start(stage)
      const value = work()
      end()
      return value
    },
    take() {
      const taken = times
      times = []
      return taken
    },
  }
}

export const unmeasured: StageTimer = {
  measure: (_stage, work) => work(),
  measureSync: (_stage, work) => work(),
  take: () => [],
}
