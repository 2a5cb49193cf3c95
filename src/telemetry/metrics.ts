/** Labels are from small fixed sets, never keys, addresses or file names. */

export interface Metric {
  readonly name: string
  readonly kind: 'counter' | 'histogram' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
  readonly buckets?: readonly number[]
  /** Labels of series that exist from the start: rates of Prometheus miss the first value of a new one. */
  readonly initial?: readonly Labels[]
}

/** In seconds: a digital page to the time limit of a request. */
const durationBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900]
/** In seconds: the layout of a plain page to the time limit of a page. */
const stageBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
/** A wrong language is below 0.4, a good scan above 0.9. */
const confidenceBuckets = [0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 1]

const metric = (
  name: string,
  kind: Metric['kind'],
  { labels = [], ...options }: Pick<Metric, 'help' | 'buckets' | 'initial'> & { labels?: readonly string[] },
): Metric => ({ name: `sheaf_${name}`, kind, labels, ...options })

export const metricTable = {
  requests: metric('http_requests_total', 'counter', {
    help: 'Requests by route and code; code 0 is success.',
    labels: ['route', 'code'],
  }),
  requestSeconds: metric('http_request_duration_seconds', 'histogram', {
    help: 'Time until the response is ready, by route.',
    labels: ['route'],
    buckets: durationBuckets,
  }),
  pages: metric('pages_total', 'counter', {
    help: 'Parsed pages of documents that succeeded, by file type and mode.',
    labels: ['file_type', 'mode'],
  }),
  pageSources: metric('page_sources_total', 'counter', {
    help: 'Pages that were parsed, by the source of their text: text_layer, ocr or document.',
    labels: ['source'],
  }),
  stageSeconds: metric('page_stage_seconds', 'histogram', {
    help: 'Time of a page by stage; read includes text, render and ocr.',
    labels: ['stage'],
    buckets: stageBuckets,
  }),
  ocrConfidence: metric('ocr_confidence', 'histogram', {
    help: 'Mean confidence of pages that were read by OCR, 0 to 1.',
    buckets: confidenceBuckets,
  }),
  steps: metric('task_steps_total', 'counter', {
    help: 'Attempts at steps of tasks, by step and outcome; retry is an attempt that failed and is repeated.',
    labels: ['step', 'outcome'],
  }),
  stepSeconds: metric('task_step_duration_seconds', 'histogram', {
    help: 'Time of an attempt at a step.',
    labels: ['step'],
    buckets: durationBuckets,
  }),
  tasksEnded: metric('tasks_ended_total', 'counter', {
    help: 'Tasks that ended, by code; code 0 is success.',
    labels: ['code'],
  }),
  deadLetters: metric('dead_letters_total', 'counter', {
    help: 'Messages that the queue gave up, by step.',
    labels: ['step'],
    initial: [{ step: 'plan' }, { step: 'shard' }, { step: 'join' }, { step: 'callback' }],
  }),
  poolThreads: metric('pool_threads', 'gauge', { help: 'Threads for parsing.', labels: ['state'] }),
  poolWaiting: metric('pool_waiting', 'gauge', { help: 'Documents that wait for a thread.' }),
  threadStarts: metric('pool_thread_starts', 'gauge', {
    help: 'Threads started since the process started; more than the threads means that some were replaced.',
  }),
  uploadsActive: metric('uploads_active', 'gauge', { help: 'Files that are arriving.' }),
  tasks: metric('tasks', 'gauge', { help: 'Unfinished asynchronous tasks by state.', labels: ['state'] }),
  oldestTask: metric('task_oldest_age_seconds', 'gauge', {
    help: 'Age of the oldest unfinished task by state.',
    labels: ['state'],
  }),
  partStatus: metric('part_status', 'gauge', {
    help: 'Parts of /ready: 1 ok, 0.5 degraded, 0 failed.',
    labels: ['part'],
  }),
  diskFree: metric('disk_free_bytes', 'gauge', { help: 'Free space for the data folder.' }),
  memoryLimit: metric('memory_limit_bytes', 'gauge', {
    help: 'MEMORY_LIMIT_MB, or the memory of the container or machine.',
  }),
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof metricTable

export interface Sample {
  readonly labels?: Labels
  readonly value: number
}

export type Labels = Readonly<Record<string, string>>

export interface Metrics {
  record(id: MetricId, labels?: Labels, value?: number): void
  /** An error leaves the metric out. */
  addGauge(id: MetricId, read: () => Promise<readonly Sample[]> | readonly Sample[]): void
  /** Text format of Prometheus; absent where metrics are sent instead. */
  scrape?(): Promise<{ readonly contentType: string; readonly text: string }>
}
