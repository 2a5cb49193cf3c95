/** Where results live: files on Node, R2 on Workers. Keys are `/`-separated paths of safe characters. */

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
  /** Stores the bytes; a reader never sees a half-written blob. Replaces what was there. */
  put(blobKey: string, body: Uint8Array | ReadableStream<Uint8Array>, options: { type: string }): Promise<void>
  /** `null` when there is none. `range` is inclusive bytes. */
  get(blobKey: string, range?: { first: number; last: number }): Promise<StoredBlob | null>
  head(blobKey: string): Promise<BlobInfo | null>
  /** The file that holds a blob, where there is one on this machine: saves a copy to work on. Nobody may write to it. */
  file?(blobKey: string): Promise<{ readonly path: string; readonly size: number } | null>
  /** All blobs whose key begins with the prefix, in key order; their types would cost a request each in some stores. */
  list(prefix: string): AsyncIterable<Omit<BlobInfo, 'type'>>
  /** Removes every blob whose key begins with the prefix; none is fine. */
  remove(prefix: string): Promise<void>
}
