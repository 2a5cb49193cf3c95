import { Archive } from '../../zip/archive.ts'
import { updateZip } from '../../zip/rewrite.ts'
import { noRecoveredContent, type RecoveredContent } from './recovered-content.ts'

export type Container = 'package' | 'compound' | 'rtf'

export interface EditOptions {
  readonly speakerNotes: boolean
  /** `restoreContent` has to resolve the placeholders. */
  readonly formulaPlaceholders: boolean
}

export class EditableFile {
  readonly container: Container
  readonly fileType: string
  readonly options: EditOptions
  readonly original: Uint8Array
  readonly archive: Archive | null
  recovered: RecoveredContent = noRecoveredContent
  #bytes: Uint8Array
  readonly #texts = new Map<string, string>()
  readonly #edited = new Set<string>()

  constructor(
    original: Uint8Array,
    {
      container,
      fileType,
      options,
    }: { readonly container: Container; readonly fileType: string; readonly options: EditOptions },
  ) {
    this.container = container
    this.fileType = fileType
    this.options = options
    this.original = original
    this.#bytes = original
    this.archive = container === 'package' ? new Archive(original) : null
  }

  editParts(
    names: RegExp,
    edit: (xml: string) => string | null,
    { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number } = {},
  ): void {
    const { archive } = this
    if (archive === null) return
    for (const name of archive.names) {
      if (!names.test(name)) continue
      let xml = this.#texts.get(name)
      if (xml === undefined) {
        const part = archive.readRequired(name)
        if (part.length > maxBytes) continue
        xml = new TextDecoder().decode(part)
      }
      const edited = edit(xml) ?? xml
      this.#texts.set(name, edited)
      if (edited !== xml) this.#edited.add(name)
    }
  }

  /** `edit` returns `null` for no change. */
  editBytes(edit: (bytes: Uint8Array) => Uint8Array | null): void {
    this.#bytes = edit(this.#bytes) ?? this.#bytes
  }

  /** Returns the original of a package that is too damaged to be rewritten. */
  async finish(): Promise<{ readonly bytes: Uint8Array; readonly isEdited: boolean }> {
    if (this.#edited.size === 0) return { bytes: this.#bytes, isEdited: this.#bytes !== this.original }
    const parts = new Map<string, Uint8Array>()
    for (const name of this.#edited) {
      parts.set(name, new TextEncoder().encode(this.#texts.get(name)))
      this.#texts.delete(name)
    }
    const updated = await updateZip(this.original, parts)
    return { bytes: updated ?? this.original, isEdited: updated !== null }
  }
}
