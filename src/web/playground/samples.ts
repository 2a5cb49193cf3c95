import { signal } from '@preact/signals'

export const samples = [
  { name: 'report', file: 'report.pdf', type: 'application/pdf' },
  { name: 'paper', file: 'paper.pdf', type: 'application/pdf' },
  { name: 'receipt', file: 'receipt.jpg', type: 'image/jpeg' },
  { name: 'notice', file: 'notice.pdf', type: 'application/pdf' },
] as const

export const missingSample = signal<string | null>(null)

/** `null` if unknown or if it cannot be loaded, which the start page reports. */
export async function loadSample(name: string): Promise<File | null> {
  const sample = samples.find((candidate) => candidate.name === name)
  missingSample.value = null
  const response = sample === undefined ? null : await fetch(`assets/${sample.file}`).catch(() => null)
  if (sample === undefined || !response?.ok) {
    missingSample.value = name
    return null
  }
  return new File([await response.blob()], sample.file, { type: sample.type })
}
