/** Uploaded document in memory or spooled to disk. */
export type SourceRef =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly size: number }
