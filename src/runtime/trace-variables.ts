/** Environment variables of traces, with OpenTelemetry's names. */
import { choice, optional, ratio, type ValuesOf, webAddress } from './variable-types.ts'

export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    webAddress({
      shown: 'not set: no traces',
      onWorkers: false,
      meaning: 'Base address of an OTLP receiver over HTTP, for traces (`docs/operations/monitoring.md`).',
    }),
  ),
  OTEL_TRACES_SAMPLER: choice(
    [
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ],
    { node: 'parentbased_always_on', meaning: 'Which traces are recorded.' },
  ),
  OTEL_TRACES_SAMPLER_ARG: ratio({
    node: '1',
    meaning: 'Fraction of traces that the samplers by ratio record, 0 to 1.',
  }),
  OTEL_SDK_DISABLED: choice(['true', 'false'], { node: 'false', meaning: '`true`: no traces.' }),
} as const

export type TraceConfig = Readonly<ReturnType<typeof traceConfig>>

export function traceConfig(values: ValuesOf<typeof traceVariables>) {
  return {
    enabled: values.OTEL_EXPORTER_OTLP_ENDPOINT !== null && values.OTEL_SDK_DISABLED === 'false',
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}
