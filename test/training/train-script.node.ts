/**
 * Trains the script classifier (`src/extract/ocr/script-model.json`): softmax regression over local binary patterns of
 * drawn samples. First prints the accuracy on fonts that each fold leaves out.
 *
 * node test/training/train-script.node.ts [FOLDER OF FONTS]
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PIXELS_PER_POINT } from '../../src/extract/image/frame.ts'
import { open as openImage } from '../../src/extract/image/open.ts'
import { blur } from '../../src/imaging/noise.ts'
import { prepare } from '../../src/imaging/prepare-page.ts'
import { SCRIPT_FEATURE_COUNT, scriptFeatures } from '../../src/imaging/script-features.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { drawSamples, type SampleRequest } from './script-samples.node.ts'

const alphabetic = [
  'NotoSans-Regular.ttf',
  'NotoSerif-Regular.ttf',
  'LiberationSerif-Regular.ttf',
  'DejaVuSans.ttf',
  'LiberationMono-Regular.ttf',
  'LiberationSans-Bold.ttf',
  'Carlito-Regular.ttf',
  'DejaVuSerif.ttf',
]
const cjk = ['NotoSansCJK-Regular.ttc', 'NotoSerifCJK-Regular.ttc', 'NotoSansCJK-Bold.ttc']
/** In the order of the classes. */
const scripts: Readonly<Record<string, { readonly locales: readonly string[]; readonly fonts: readonly string[] }>> = {
  Latin: {
    locales: ['en', 'de', 'fr', 'es', 'pl', 'pt'],
    fonts: [...alphabetic, 'NotoSerifDisplay-Regular.ttf', 'DejaVuSansMono.ttf'],
  },
  Cyrillic: { locales: ['ru', 'uk', 'bg', 'sr'], fonts: alphabetic },
  Han: { locales: ['zh', 'zh-TW'], fonts: [...cjk, 'ipag.ttf', 'ipam.ttf'] },
  Kana: { locales: ['ja'], fonts: [...cjk, 'ipag.ttf', 'ipam.ttf', 'ipagp.ttf'] },
  Hangul: {
    locales: ['ko'],
    fonts: [...cjk, 'UnBatang.ttf', 'UnGraphic.ttf', 'UnDotum.ttf', 'UnGungseo.ttf', 'UnPilgi.ttf'],
  },
  Arabic: {
    locales: ['ar', 'fa', 'ur'],
    fonts: [
      'NotoSansArabic-Regular.ttf',
      'NotoNaskhArabic-Regular.ttf',
      'NotoKufiArabic-Regular.ttf',
      'DejaVuSans.ttf',
      'Amiri-Bold.ttf',
      'Amiri-Slanted.ttf',
    ],
  },
  Devanagari: {
    locales: ['hi', 'mr', 'ne'],
    fonts: [
      'NotoSansDevanagari-Regular.ttf',
      'NotoSerifDevanagari-Regular.ttf',
      'Lohit-Devanagari.ttf',
      'NotoSansDevanagari-Bold.ttf',
    ],
  },
}
const names = Object.keys(scripts)
const sizes = [16, 22, 30]
const FOLDS = 3
const EPOCHS = 2500
const LEARNING_RATE = 4
const DECAY = 1e-4

interface Row {
  readonly script: number
  readonly font: number
  readonly features: Float32Array
}

const rows = await readRows()
for (let fold = 0; fold < FOLDS; fold++) {
  const model = train(rows.filter(({ font }) => font % FOLDS !== fold))
  const tested = rows.filter(({ font }) => font % FOLDS === fold)
  const right = tested.filter(({ script, features }) => {
    const odds = probabilities(model, features)
    return odds.indexOf(Math.max(...odds)) === script
  })
  console.log(`fonts left out, fold ${fold}: ${right.length} of ${tested.length} pages right`)
}
const model = train(rows)
const rounded = model.map((weights) => Array.from(weights, (weight) => Number(weight.toFixed(2))))
writeFileSync(
  join(import.meta.dirname, '../../src/extract/ocr/script-model.json'),
  JSON.stringify({
    scripts: names,
    weights: rounded.map((weights) => weights.slice(0, SCRIPT_FEATURE_COUNT)),
    bias: rounded.map((weights) => weights[SCRIPT_FEATURE_COUNT]),
  }),
)

async function readRows(): Promise<Row[]> {
  const fontFolders = [...process.argv.slice(2, 3), '/usr/share/fonts']
  const places = names.flatMap((name, script) =>
    scripts[name]!.fonts.flatMap((font, index) =>
      [...sizes, ...sizes].map((size, seed) => ({
        script,
        font: index,
        request: requestOf(name, font, { size, seed }),
      })),
    ),
  )
  const samples = await drawSamples(
    places.map(({ request }) => request),
    { fontFolders },
  )
  const found: Row[] = []
  for (const [index, sample] of samples.entries()) {
    if (sample === null) continue
    const raster = await decode(sample.png)
    for (const variant of [raster, blur(raster)]) {
      const { raster: prepared, letterSize } = prepare(variant, { dpi: 150, maxPixels: 8_000_000 })
      if (letterSize.height > 0)
        found.push({ ...places[index]!, features: scriptFeatures(prepared, letterSize.height) })
    }
  }
  return found
}

function requestOf(name: string, font: string, { size, seed }: { size: number; seed: number }): SampleRequest {
  return { locales: scripts[name]!.locales, font, size, length: 15_000 / size, seed: seed + 1 }
}

async function decode(png: Uint8Array): Promise<GrayRaster> {
  const document = await openImage(png, '.png', { ...createParseDeps({}), password: null })
  const box = { x0: 0, y0: 0, x1: 900 / PIXELS_PER_POINT, y1: 600 / PIXELS_PER_POINT }
  const { width, height, pixels } = await document.drawRegion(0, box, { scale: PIXELS_PER_POINT, maxPixels: 8_000_000 })
  document.close()
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, i) => pixels[4 * i + 1] ?? 255) }
}

/** Gradient descent; each script has the same weight. The last weight of a class is its bias. */
function train(data: readonly Row[]): Float64Array[] {
  const counts = names.map((_, script) => data.filter((row) => row.script === script).length)
  const weights = names.map(() => new Float64Array(SCRIPT_FEATURE_COUNT + 1))
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const gradients = names.map(() => new Float64Array(SCRIPT_FEATURE_COUNT + 1))
    for (const { script, features } of data) {
      const odds = probabilities(weights, features)
      for (const [index, gradient] of gradients.entries()) {
        const error = (odds[index]! - (index === script ? 1 : 0)) / (counts[script]! * names.length)
        for (let i = 0; i < SCRIPT_FEATURE_COUNT; i++) gradient[i]! += error * features[i]!
        gradient[SCRIPT_FEATURE_COUNT]! += error
      }
    }
    for (const [index, own] of weights.entries())
      for (let i = 0; i < own.length; i++)
        own[i]! -= LEARNING_RATE * (gradients[index]![i]! + (i < SCRIPT_FEATURE_COUNT ? DECAY * own[i]! : 0))
  }
  return weights
}

function probabilities(weights: readonly Float64Array[], features: Float32Array): number[] {
  const scores = weights.map((own) => {
    let score = own[SCRIPT_FEATURE_COUNT]!
    for (let i = 0; i < SCRIPT_FEATURE_COUNT; i++) score += own[i]! * features[i]!
    return score
  })
  const best = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - best))
  const total = odds.reduce((sum, value) => sum + value, 0)
  return odds.map((value) => value / total)
}
