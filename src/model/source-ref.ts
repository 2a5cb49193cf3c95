/** The bytes of an uploaded document: in memory, or spooled where the runtime has a disk. */
export type SourceRef =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly size: number }
