import { listMarker } from '../flow/flow-paragraph.ts'
import type { RowDefinition } from '../flow/flow-table.ts'
import { FlowWriter } from '../flow/flow-writer.ts'
import type { NoteKind } from '../flow/text-pages.ts'
import { InlineBuffer } from '../inline-buffer.ts'
import { type Inline, joinLines } from '../inline-text.ts'
import { type Furniture, noFurniture } from '../page-writer.ts'
import type { StructuredPage } from '../types.ts'
import type { RtfHeader } from './rtf-header.ts'
import { type ParagraphState, plainParagraph } from './rtf-state.ts'
import { TypedMarkers } from './rtf-typed-markers.ts'

interface Story {
  readonly kind: StoryKind
  readonly text: InlineBuffer
  readonly lines: Inline[]
  /** `null` for a paragraph without one, whose marker its list defines. */
  storedMarker: string | null
  isCaption: boolean
}

export type StoryKind = 'body' | 'note' | 'box' | 'furniture'

export class RtfOutput {
  readonly #flow = new FlowWriter()
  readonly #header: RtfHeader
  readonly #typedMarkers = new TypedMarkers()
  readonly #stories: Story[] = [newStory('body')]
  #boxes: Inline[] = []
  #furniture = noFurniture
  #isSectionEnded = false
  isContinuous = false

  constructor(header: RtfHeader) {
    this.#header = header
  }

  get text(): InlineBuffer {
    return this.story.text
  }

  get story(): Story {
    return this.#stories[this.#stories.length - 1]!
  }

  startStory(kind: StoryKind): void {
    if (kind === 'furniture') this.#startSection()
    this.#stories.push(newStory(kind))
  }

  #endStory(): Inline {
    this.endParagraph(plainParagraph)
    return joinLines(this.#stories.pop()?.lines ?? [])
  }

  /** A box in a note or page header belongs to it. */
  endBox(): void {
    const inline = this.#endStory()
    if (this.story.kind === 'body') this.#boxes.push(inline)
    else this.story.lines.push(inline)
  }

  endNote(kind: NoteKind): void {
    const reference = this.#flow.addNote(kind, this.#endStory())
    this.text.add(reference)
  }

  endFurniture(position: keyof Furniture): void {
    this.#furniture = { ...this.#furniture, [position]: this.#endStory().text }
  }

  endParagraph(paragraph: ParagraphState): void {
    if (!this.text.isEmpty || (this.story.kind === 'body' && this.#boxes.length > 0)) this.endLine(paragraph)
  }

  endLine(paragraph: ParagraphState): void {
    if (this.story.kind !== 'body') {
      this.story.lines.push(this.text.flush())
      return
    }
    this.#startSection()
    if (paragraph.pageBreakBefore && !paragraph.isInTable) this.endPage()
    this.#write(paragraph, paragraph.isInTable ? paragraph.depth : 0)
  }

  endCell(paragraph: ParagraphState, depth: number): void {
    if (this.story.kind !== 'body') {
      this.endLine(paragraph)
      return
    }
    this.#write(paragraph, depth)
    this.#flow.endCell(depth)
  }

  endRow(depth: number, definition: RowDefinition): void {
    if (this.story.kind === 'body') this.#flow.endRow(depth, definition)
  }

  endSection(paragraph: ParagraphState): void {
    this.endParagraph(paragraph)
    this.#isSectionEnded = true
  }

  endPage(): void {
    if (this.story.kind === 'body') this.#flow.endPage(this.#furniture)
  }

  finish(): StructuredPage[] {
    while (this.#stories.length > 1) this.endBox()
    this.endParagraph(plainParagraph)
    this.endPage()
    return this.#flow.finish()
  }

  #startSection(): void {
    if (!this.#isSectionEnded) return
    this.#isSectionEnded = false
    if (!this.isContinuous) this.endPage()
  }

  #write(state: ParagraphState, depth: number): void {
    const { style, outline, list, listLevel } = state
    const { story } = this
    const text = story.text.flush()
    const counted = this.#header.lists.marker(state)
    const displayed =
      story.storedMarker === null ? counted : listMarker(story.storedMarker, { level: listLevel, list: String(list) })
    const level = this.#header.headingLevel(style, outline)
    const typed = displayed === null && level === null && depth === 0 ? this.#typedMarkers.read(state, text) : null
    const role = this.#header.role(style)
    this.#flow.paragraph(
      {
        inline: typed?.inline ?? text,
        level,
        role: story.isCaption && role === 'text' ? 'caption' : role,
        marker: typed?.marker ?? displayed,
      },
      depth,
    )
    story.isCaption = false
    story.storedMarker = null
    const boxes = this.#boxes
    this.#boxes = []
    for (const inline of boxes) this.#flow.text(inline, depth)
  }
}

function newStory(kind: StoryKind): Story {
  return { kind, text: new InlineBuffer(), lines: [], storedMarker: null, isCaption: false }
}
