/**
 * Programs outside of npm that some tests use. As root on Debian they are installed, and missing ones are failures;
 * otherwise their tests are skipped, with a message.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { addBackports } from './backports.ts'

interface SystemPart {
  readonly name: string
  /** A command that succeeds if the program is installed. */
  readonly probe: readonly [string, ...string[]]
  readonly packages: readonly string[]
  /** The only file that is needed of the package, which is not installed, because that would start a service. */
  readonly onlyFile?: string
  readonly usedFor: string
  /** Whether newer packages from Debian's backports are preferred. */
  readonly backports?: true
  /** The probe of a slower program that is used if this one cannot be installed. */
  readonly otherwise?: readonly [string, ...string[]]
}

const parts: readonly SystemPart[] = [
  {
    name: 'curl',
    probe: ['curl', '--version'],
    packages: ['curl'],
    usedFor: 'the curl line that the first start prints',
  },
  { name: 'go', probe: ['go', 'version'], packages: ['golang-go'], usedFor: 'the example in Go' },
  { name: 'unzip', probe: ['unzip', '-v'], packages: ['unzip'], usedFor: 'an independent check of the zip output' },
  {
    name: 'redis-server',
    probe: ['redis-server', '--version'],
    packages: ['redis-server'],
    usedFor: 'the queue in Redis and worker processes',
  },
  // Debian installs the server programs by version, outside of the search path.
  {
    name: 'postgresql',
    probe: ['sh', '-c', 'ls /usr/lib/postgresql/*/bin/initdb'],
    packages: ['postgresql'],
    usedFor: 'the database in PostgreSQL',
  },
  {
    name: 'chromium-headless-shell',
    probe: ['chromium-headless-shell', '--version'],
    packages: ['chromium-headless-shell'],
    otherwise: ['chromium', '--version'],
    usedFor: 'the web pages in a browser',
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
  {
    name: 'promtool',
    probe: ['promtool', '--version'],
    packages: ['prometheus'],
    onlyFile: 'usr/bin/promtool',
    usedFor: 'the test of the alert rules',
  },
]

export interface Prepared {
  /** One line for each missing program. */
  readonly missing: readonly string[]
  /** Whether programs can be installed: then missing ones are failures. */
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
    for (const { packages, onlyFile } of missing)
      if (onlyFile !== undefined) for (const name of packages) extractFile(name, onlyFile)
    // Packages that the backports lack.
    const open = missing.filter((part) => part.onlyFile === undefined && !present(part))
    install(
      [],
      open.flatMap(({ packages }) => packages),
    )
  }
  const lines = missing
    .filter((part) => !present(part) && !(part.otherwise !== undefined && succeeds(part.otherwise)))
    .map((part) => {
      const advice =
        root && apt
          ? 'apt-get could not install it'
          : `not run as root on Debian; install ${part.packages.join(' ')} yourself`
      return `${part.name} is missing (${advice}): skipping ${part.usedFor}`
    })
  return { missing: lines, installable: root && apt }
}

function extractFile(packageName: string, path: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-package-'))
  try {
    spawnSync('apt-get', ['download', packageName], { cwd: folder, stdio: 'ignore' })
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb'))
    if (archive === undefined) return
    spawnSync('dpkg-deb', ['-x', archive, 'files'], { cwd: folder, stdio: 'ignore' })
    const program = join('/usr/local/bin', basename(path))
    copyFileSync(join(folder, 'files', path), program)
    chmodSync(program, 0o755)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function present(part: SystemPart): boolean {
  return succeeds(part.probe)
}

function succeeds([command, ...args]: readonly [string, ...string[]]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
