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
  /** `range` is in bytes, inclusive. */
  get(blobKey: string, range?: { first: number; last: number }): Promise<StoredBlob | null>
  head(blobKey: string): Promise<BlobInfo | null>
  /** Why nothing can be written, as a sentence, or `null`. */
  writeProblem?(): Promise<string | null>
  /** The read-only file of a blob, if the store has local files. */
  file?(blobKey: string): Promise<{ readonly path: string; readonly size: number } | null>
  /** In key order, without types, which take a request each in some stores. */
  list(prefix: string): AsyncIterable<Omit<BlobInfo, 'type'>>
  remove(prefix: string, options?: RemoveOptions): Promise<void>
}

export interface RemoveOptions {
  /** Prefix of the blobs that stay. */
  readonly except?: string
}
