import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorMessage } from '../model/errors.ts'
import { ModelsError } from './model-sources.node.ts'

const manifestSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      file: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      source: z.string(),
      licence: z.string(),
    }),
  ),
})
type Manifest = z.infer<typeof manifestSchema>

export async function readManifest(modelsDir: string): Promise<Manifest> {
  const path = join(modelsDir, 'manifest.json')
  const text = await readFile(path, 'utf8').catch(() => '{"models":[]}')
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new ModelsError(`${path} is not a manifest of models; move it away and add the models again`)
  }
}

export async function writeManifest(modelsDir: string, entry: Manifest['models'][number]): Promise<void> {
  const { models } = await readManifest(modelsDir)
  const manifest: Manifest = { models: [...models.filter(({ name }) => name !== entry.name), entry] }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await replaceFile(join(modelsDir, 'manifest.json'), new TextEncoder().encode(text))
}

/** Atomic, because a running service may read the file. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.new`
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new ModelsError(`${path} cannot be written (${errorMessage(error)})`)
  }
}
