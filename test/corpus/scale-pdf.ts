/** Copies of PDFs with larger or smaller pages, whose truth is that of the originals. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import * as mupdf from 'mupdf'
import type { Job } from './scorer.ts'

const boxNames = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']

/** The same job with a scaled copy in `folder`; none for other files and for PDFs that need a password. */
export function toScaledJob(job: Job, folder: string, factor: number): Job[] {
  if (extname(job.path) !== '.pdf') return []
  const scaled = scalePdf(readFileSync(job.path), factor)
  if (scaled === null) return []
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${job.id}.pdf`)
  writeFileSync(path, scaled)
  return [{ ...job, path }]
}

/** Without annotations. `null` if MuPDF cannot write the file. */
function scalePdf(bytes: Uint8Array, factor: number): Uint8Array | null {
  try {
    const pdf = mupdf.Document.openDocument(bytes, 'application/pdf').asPDF()
    if (pdf === null || pdf.needsPassword()) return null
    for (let index = 0; index < pdf.countPages(); index++) scalePage(pdf, pdf.findPage(index), factor)
    return pdf.saveToBuffer('compress').asUint8Array()
  } catch {
    return null
  }
}

function scalePage(pdf: mupdf.PDFDocument, page: mupdf.PDFObject, factor: number): void {
  for (const name of boxNames) {
    const box = page.getInheritable(name)
    if (!box.isArray()) continue
    const scaled = pdf.newArray()
    for (let at = 0; at < 4; at++) scaled.push(box.get(at).asNumber() * factor)
    page.put(name, scaled)
  }
  const contents = page.get('Contents')
  const streams = pdf.newArray()
  streams.push(pdf.addStream(`q ${factor} 0 0 ${factor} 0 0 cm\n`, {}))
  if (contents.isArray()) for (let at = 0; at < contents.length; at++) streams.push(contents.get(at))
  else if (!contents.isNull()) streams.push(contents)
  streams.push(pdf.addStream('\nQ\n', {}))
  page.put('Contents', streams)
  page.delete('Annots')
}
