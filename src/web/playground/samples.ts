/** The bundled samples: small documents that come with the service. */
export const samples = [
  { name: 'report', file: 'report.pdf', type: 'application/pdf' },
  { name: 'paper', file: 'paper.pdf', type: 'application/pdf' },
  { name: 'receipt', file: 'receipt.jpg', type: 'image/jpeg' },
  { name: 'notice', file: 'notice.pdf', type: 'application/pdf' },
] as const

export async function loadSample(name: string): Promise<File | null> {
  const sample = samples.find((candidate) => candidate.name === name)
  if (sample === undefined) return null
  const response = await fetch(`assets/${sample.file}`)
  return response.ok ? new File([await response.blob()], sample.file, { type: sample.type }) : null
}
