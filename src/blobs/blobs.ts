/** Port for the store of documents and results. `keys.ts` checks keys. */

export interface BlobInfo {
  readonly blobKey: string
  readonly size: number
  readonly type: string
  /** Unix milliseconds. */
  readonly modifiedAt: number
}

export interface StoredBlob extends BlobInfo {
  readonly body: ReadableStream<Uint8Array>
}

export interface Blobs {
  /** Atomic: readers never see a partial blob. */
  put(blobKey: string, body: Uint8Array | ReadableStream<Uint8Array>, options: { type: string }): Promise<void>
  /** `null` for a missing blob. `range`: bytes, inclusive. */
  get(blobKey: string, range?: { first: number; last: number }): Promise<StoredBlob | null>
  head(blobKey: string): Promise<BlobInfo | null>
  /** The file of a blob, if the store has local files. Read-only. */
  file?(blobKey: string): Promise<{ readonly path: string; readonly size: number } | null>
  /** Blobs whose keys start with the prefix, in key order. Without types, which take a request each in some stores. */
  list(prefix: string): AsyncIterable<Omit<BlobInfo, 'type'>>
  remove(prefix: string): Promise<void>
}
