import type { CheckData } from '../../client/api-types.ts'

export type { CheckData as TaskData, Result as ParseResult } from '../../client/api-types.ts'
export type {
  BlockJson as Block,
  CellJson as Cell,
  ChunkJson as Chunk,
  PageJson as Page,
  PixelBox as Box,
} from '../../model/result-json.ts'

export type TaskStatus = CheckData['status']
export type Metadata = CheckData['metadata']

export interface Envelope<data> {
  readonly code: number
  readonly message: string
  readonly data: data
  readonly warnings?: readonly string[]
}
