import { readFileSync } from 'node:fs'
import { runCommand } from './arguments.node.ts'

const help = `sheaf skill

Prints SKILL.md: when and how an agent calls this command. Save it where the agent looks for skills, for example:
sheaf skill > .claude/skills/sheaf/SKILL.md
`

export async function skillCommand(args: readonly string[]): Promise<number> {
  return await runCommand({ name: 'skill', help }, args, async () => {
    process.stdout.write(readFileSync(new URL('./SKILL.md', import.meta.url), 'utf8'))
    return 0
  })
}
