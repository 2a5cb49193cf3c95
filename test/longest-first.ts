/** The order of the test files. The longest ones start first, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of the project `slow`. Without results of an earlier run, Vitest sorts by the size of the files. */
const longest = [
  'test/web/browser.node.test.ts',
  'test/workers/web-pages.node.test.ts',
  'test/runtime/worker.node.test.ts',
  'test/workers/tasks.node.test.ts',
  'test/queue/bullmq.node.test.ts',
  'test/runtime/open-stores.node.test.ts',
  'test/cli/parse-many.node.test.ts',
  'test/package/package.node.test.ts',
  'test/cli/parse.node.test.ts',
  'test/runtime/start.node.test.ts',
  'test/web/dashboard-redis.node.test.ts',
  'test/office/soffice.node.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const found = project.name === 'slow' ? longest.findIndex((path) => moduleId.endsWith(path)) : -1
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
