import { createMemorySpool } from '../../src/uploads/spool-memory.ts'
import { spoolContract } from './spool-contract.ts'

spoolContract({
  create: (maxTotalBytes) => createMemorySpool({ maxTotalBytes }),
  async readBytes(source) {
    if (source.kind !== 'bytes') throw new Error('expected bytes')
    return source.bytes
  },
})
