/**
 * Programs outside npm that some tests use. As root on Debian they are installed, and one that is missing all the same counts as a
 * failure; otherwise what is missing is told, with the tests that are skipped for it.
 */
import { spawnSync } from 'node:child_process'
import { addBackports } from './backports.ts'

interface SystemPart {
  readonly name: string
  /** Is it there? */
  readonly probe: readonly [string, ...string[]]
  readonly packages: readonly string[]
  readonly usedFor: string
  /** Newer packages are taken from Debian's backports where there are any. */
  readonly backports?: true
}

const parts: readonly SystemPart[] = [
  {
    name: 'curl',
    probe: ['curl', '--version'],
    packages: ['curl'],
    usedFor: 'the curl line that the first start prints',
  },
  { name: 'unzip', probe: ['unzip', '-v'], packages: ['unzip'], usedFor: 'an outside check of the zip output' },
  {
    name: 'redis-server',
    probe: ['redis-server', '--version'],
    packages: ['redis-server'],
    usedFor: 'the queue in Redis and worker processes',
  },
  // Debian keeps the server's programs beside the path, by version.
  {
    name: 'postgresql',
    probe: ['sh', '-c', 'ls /usr/lib/postgresql/*/bin/initdb'],
    packages: ['postgresql'],
    usedFor: 'the database in PostgreSQL',
  },
  {
    name: 'libreoffice',
    probe: ['soffice', '--version'],
    packages: [
      ...['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
      ...['fonts-liberation', 'fonts-crosextra-carlito', 'fonts-crosextra-caladea', 'fonts-dejavu-core'],
    ],
    usedFor: 'the Office converter',
    backports: true,
  },
]

export interface Prepared {
  /** One line per part that is still missing. */
  readonly missing: readonly string[]
  /** Where the parts can be installed, a missing one is a failure. */
  readonly installable: boolean
}

export function prepareSystem(): Prepared {
  const missing = parts.filter((part) => !present(part))
  const root = process.getuid?.() === 0
  const apt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (missing.length > 0 && root && apt) {
    const suite = missing.some(({ backports }) => backports === true) ? addBackports() : null
    console.log(`Installing ${missing.flatMap((part) => part.packages).join(' ')} with apt-get …`)
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env: environment })
    const install = (options: readonly string[], packages: readonly string[]): void => {
      if (packages.length > 0)
        spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...options, ...packages], {
          stdio: 'ignore',
          env: environment,
        })
    }
    for (const { packages } of suite === null ? [] : missing.filter(({ backports }) => backports === true))
      install(['-t', suite ?? ''], packages)
    // What the newer suite does not have, or could not give.
    const open = missing.filter((part) => !present(part))
    install(
      [],
      open.flatMap(({ packages }) => packages),
    )
  }
  const lines = missing
    .filter((part) => !present(part))
    .map((part) => {
      const advice =
        root && apt
          ? 'apt-get could not install it'
          : `not run as root on Debian; install ${part.packages.join(' ')} yourself`
      return `${part.name} is missing (${advice}): skipping ${part.usedFor}`
    })
  return { missing: lines, installable: root && apt }
}

function present(part: SystemPart): boolean {
  const [command, ...args] = part.probe
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
