import { optional, password, path, storeAddress, type ValuesOf, webAddress } from './variable-types.ts'

export const storeVariables = {
  REDIS_URL: optional(
    storeAddress({
      schemes: ['redis', 'rediss'],
      example: 'redis://127.0.0.1:6379',
      shown: 'not set: tasks run in the service',
      meaning: 'Redis queue that passes asynchronous tasks to worker processes (`npm run worker`).',
    }),
  ),
  DATABASE_URL: optional(
    storeAddress({
      schemes: ['postgres', 'postgresql', 'file'],
      example: 'postgres://user:password@127.0.0.1/sheaf',
      shown: '`sheaf.sqlite` in DATA_DIR',
      meaning: 'Database: PostgreSQL, or `file:` and the path of an SQLite file.',
    }),
  ),
  BLOB_URL: optional(
    storeAddress({
      schemes: ['s3', 'file'],
      example: 's3://bucket/prefix',
      shown: '`blobs` in DATA_DIR',
      meaning:
        'Store of documents and results: a bucket of an S3-compatible store, or `file:` and the path of a folder.',
    }),
  ),
  S3_ENDPOINT: optional(
    webAddress({ shown: 'AWS, by the region', meaning: 'Address of the S3-compatible store.', onWorkers: false }),
  ),
  S3_REGION: path({ node: 'us-east-1', meaning: 'Region of the bucket.' }),
  S3_ACCESS_KEY_ID: optional(path({ meaning: 'Access key of the bucket.' })),
  S3_SECRET_ACCESS_KEY: optional(password({ meaning: 'Secret of the access key.' })),
} as const

type Values = ValuesOf<typeof storeVariables>

export function storeConfig(values: Values) {
  return {
    /** `null` runs tasks in the service. */
    redisUrl: values.REDIS_URL,
    /** `null` selects an SQLite file in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** `null` selects files in `dataDir`. */
    blobUrl: values.BLOB_URL,
    s3: {
      endpoint: values.S3_ENDPOINT,
      region: values.S3_REGION,
      accessKeyId: values.S3_ACCESS_KEY_ID,
      secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    },
  }
}

export function checkStores(values: Values): string[] {
  const lacksKey = values.S3_ACCESS_KEY_ID === null || values.S3_SECRET_ACCESS_KEY === null
  return values.BLOB_URL?.startsWith('s3:') === true && lacksKey
    ? ['BLOB_URL="s3://…": needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY']
    : []
}
