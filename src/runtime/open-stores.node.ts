/** Opens the data folder, the database and the blob store. Clients of unused stores are not loaded. */
import { accessSync, constants } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Blobs } from '../blobs/blobs.ts'
import { createFsBlobs } from '../blobs/fs.node.ts'
import type { Sql } from '../db/sql.ts'
import { openSqlite } from '../db/sqlite.node.ts'
import { createProcessId, isProcessRunning } from '../uploads/process-id.node.ts'
import { createNodeSpool } from '../uploads/spool.node.ts'
import type { Config } from './config.ts'
import { makeFolder } from './make-folder.node.ts'
import { reasonOf, StartError } from './start-errors.node.ts'

export interface OpenSql extends Sql {
  close(): void | Promise<void>
}

/** `null` for PostgreSQL. */
export function sqlitePath({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string | null {
  if (databaseUrl === null) return join(resolve(dataDir), 'sheaf.sqlite')
  return databaseUrl.startsWith('file:') ? filePath(databaseUrl, 'DATABASE_URL') : null
}

/** Migrates the database. `onError` is called when idle connections break. Throws `StartError`. */
export async function openDatabase(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  onError: (error: unknown) => void = () => undefined,
): Promise<OpenSql> {
  const path = sqlitePath({ dataDir, databaseUrl })
  if (path === null) {
    const { openPostgres } = await import('../db/postgres.node.ts')
    try {
      return await openPostgres(databaseUrl ?? '', { onError })
    } catch (error) {
      throw new StartError(`DATABASE_URL: the database cannot be used: ${reasonOf(error)}.`)
    }
  }
  openDataDir(dataDir)
  try {
    return openSqlite(path)
  } catch (error) {
    throw new StartError(`The database ${path} cannot be used: ${reasonOf(error)}.`)
  }
}

/** Connects to a bucket on the first access. Throws `StartError`. */
export async function openBlobs({ dataDir, blobUrl, s3 }: Pick<Config, 'dataDir' | 'blobUrl' | 's3'>): Promise<Blobs> {
  const processes = { processId: createProcessId(), isRunning: isProcessRunning }
  if (blobUrl === null || blobUrl.startsWith('file:')) {
    const folder = blobUrl === null ? join(openDataDir(dataDir), 'blobs') : filePath(blobUrl, 'BLOB_URL')
    try {
      makeFolder(folder, { mode: 0o700 })
      return createFsBlobs(folder, processes)
    } catch (error) {
      throw new StartError(`The folder for documents and results ${folder} cannot be written (${reasonOf(error)}).`)
    }
  }
  const { hostname: bucket, pathname } = new URL(blobUrl)
  const { region, accessKeyId, secretAccessKey } = s3
  const { createS3Blobs } = await import('../blobs/s3.ts')
  return createS3Blobs({
    endpoint: s3.endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix: pathname.replace(/^\/|\/$/g, ''),
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  })
}

/** Throws `StartError`. */
export function openSpool(options: Parameters<typeof createNodeSpool>[0]): ReturnType<typeof createNodeSpool> {
  try {
    return createNodeSpool(options)
  } catch (error) {
    throw new StartError(`The folder for uploads ${options.dir} cannot be written (${reasonOf(error)}).`)
  }
}

function openDataDir(dataDir: string): string {
  const folder = resolve(dataDir)
  try {
    makeFolder(folder, { mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `DATA_DIR="${dataDir}": cannot be written (${reasonOf(error)}). Set DATA_DIR to a folder that this user may write.`,
    )
  }
  return folder
}

function filePath(url: string, name: string): string {
  const path = url.slice('file:'.length)
  try {
    return path.startsWith('//') ? fileURLToPath(url) : resolve(decodeURIComponent(path))
  } catch (error) {
    throw new StartError(
      `${name}: "${url}" is not a path (${reasonOf(error)}). Write for example file:/var/lib/sheaf/data.`,
    )
  }
}
