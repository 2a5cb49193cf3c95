/**
 * Draws lines of text in seven scripts with Chromium, as samples for the script classifier and as fixtures. The text is
 * names of countries, languages, dates and units from the Unicode CLDR, which Node contains. Fonts come from Debian
 * packages: fonts-noto-core, fonts-noto-cjk, fonts-unfonts-core, fonts-ipafont-gothic, fonts-ipafont-mincho,
 * fonts-hosny-amiri, fonts-lohit-deva, fonts-dejavu, fonts-liberation and fonts-crosextra-carlito.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { seeded } from '../imaging/draw.ts'

export interface SampleRequest {
  readonly locales: readonly string[]
  /** File name of the font. */
  readonly font: string
  /** In pixels. */
  readonly size: number
  readonly length: number
  readonly seed: number
}

export interface Sample {
  readonly text: string
  /** 900 pixels wide. */
  readonly png: Uint8Array
}

const regions =
  'DE FR US JP CN KR RU EG IN BR GB IT ES CA AU MX TR GR SE NO FI PL UA ZA AR CL NZ CH AT NL BE IE PT CZ HU'
const languages = 'en de fr ja ko zh ru ar hi es it pt nl sv fi pl uk cs el he th vi tr fa ur bn ta te ml gu'

/** `fontFolders` are searched in order. Fonts that are not there are skipped with a message. */
export async function drawSamples(
  requests: readonly SampleRequest[],
  { fontFolders, height = 600 }: { readonly fontFolders: readonly string[]; readonly height?: number },
): Promise<(Sample | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-scripts-'))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--allow-file-access-from-files'],
  })
  try {
    // Only pages from files may load fonts from files.
    const blank = join(folder, 'blank.html')
    writeFileSync(blank, '<html></html>')
    const page = await browser.newPage({ viewport: { width: 900, height } })
    await page.goto(pathToFileURL(blank).href)
    const samples: (Sample | null)[] = []
    for (const request of requests) {
      const path = findFont(request.font, fontFolders)
      if (path === null) console.log(`${request.font} is not installed`)
      if (path === null) samples.push(null)
      else {
        const text = sampleText(request)
        const direction = /^(?:ar|fa|ur)$/.test(request.locales[0] ?? '') ? 'rtl' : 'ltr'
        await page.setContent(
          `<style>@font-face{font-family:F;src:url("${pathToFileURL(path).href}")}body{margin:20px;font:${request.size}px F;line-height:1.6;direction:${direction}}</style><body lang="${request.locales[0]}">${text}</body>`,
        )
        await page.evaluate('document.fonts.load("20px F").then(() => document.fonts.ready).then(() => null)')
        samples.push({ text, png: await page.screenshot() })
      }
    }
    return samples
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

function findFont(name: string, folders: readonly string[]): string | null {
  const { stdout } = spawnSync('find', [...folders, '-name', name, '-print', '-quit'], { encoding: 'utf8' })
  return stdout.trim().split('\n')[0] || null
}

function sampleText({ locales, length, seed }: SampleRequest): string {
  const names = locales.flatMap(namesOf)
  const random = seeded(seed)
  let text = ''
  while (text.length < length) text += `${names[Math.floor(random() * names.length)]} `
  return text.trim()
}

function namesOf(locale: string): string[] {
  const region = new Intl.DisplayNames(locale, { type: 'region' })
  const language = new Intl.DisplayNames(locale, { type: 'language' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  const relative = new Intl.RelativeTimeFormat(locale)
  const months = Array.from({ length: 12 }, (_, month) => month)
  return [
    ...regions.split(' ').map((code) => region.of(code) ?? ''),
    ...languages.split(' ').map((code) => language.of(code) ?? ''),
    ...months.map((month) => date.format(new Date(2020, month, 1 + 2 * month))),
    ...months.flatMap((count) => [relative.format(-count, 'day'), relative.format(count, 'month')]),
  ]
}
