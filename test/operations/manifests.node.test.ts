/** Kubernetes manifests, compose.yaml, systemd units and the Dockerfile agree with the settings and programs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { openSqlite } from '../../src/db/sqlite.node.ts'
import { variables } from '../../src/runtime/variables.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/operations')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const names = (path: string): string[] => readdirSync(join(folder, path))

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the kind.
  readonly spec: any
}

const manifests = names('kubernetes')
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) =>
    parseAllDocuments(read(`docs/operations/kubernetes/${name}`)).map((document) => document.toJS() as Manifest),
  )
const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
const kustomization = parse(read('docs/operations/kubernetes/kustomization.yaml')) as {
  resources: string[]
  configMapGenerator: { literals: string[] }[]
  secretGenerator: { literals: string[] }[]
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, { environment?: Record<string, string>; stop_grace_period?: string }>
}

/** Variables of Node, the system and the C library. */
const systemVariables: readonly string[] = ['NODE_ENV', 'HOME', 'MALLOC_MMAP_THRESHOLD_']
const known = (name: string): boolean => name in variables || systemVariables.includes(name)

test('Kustomize includes every manifest', () => {
  expect(kustomization.resources.toSorted()).toEqual(
    names('kubernetes')
      .filter((name) => name !== 'kustomization.yaml')
      .toSorted(),
  )
})

describe('settings exist', () => {
  const literals = [...kustomization.configMapGenerator, ...kustomization.secretGenerator].flatMap(
    (each) => each.literals,
  )
  const units = names('systemd').flatMap((name) =>
    [...read(`docs/operations/systemd/${name}`).matchAll(/^Environment=(.*)$/gm)].flatMap(
      ([, list]) => list?.split(' ') ?? [],
    ),
  )
  const images = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, list]) => list?.split(' ') ?? [])
  const containers = deployments.flatMap(
    ({ spec }) => spec.template.spec.containers[0].env?.map((each: { name: string }) => `${each.name}=`) ?? [],
  )
  const services = ['service', 'worker'].flatMap((name) =>
    Object.keys(compose.services[name]?.environment ?? {}).map((each) => `${each}=`),
  )
  test.each([
    ...new Set([...literals, ...units, ...images, ...containers, ...services].map((each) => each.split('=')[0] ?? '')),
  ])('%s', (name) => {
    expect(known(name) || name.startsWith('OFFICE_')).toBe(true)
  })
})

test('the time for stopping covers the delay, the running requests and 15 s', () => {
  const settings = Object.fromEntries(
    kustomization.configMapGenerator.flatMap(({ literals }) => literals.map((each) => each.split('='))),
  )
  const needed = (Number(settings.SHUTDOWN_DELAY_MS) + Number(settings.SHUTDOWN_TIMEOUT_MS)) / 1000 + 15
  for (const { spec } of deployments)
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed)
  for (const name of ['service', 'worker']) {
    const { environment = {}, stop_grace_period = '' } = compose.services[name] ?? {}
    const seconds = (Number(environment.SHUTDOWN_DELAY_MS) + Number(environment.SHUTDOWN_TIMEOUT_MS)) / 1000 + 15
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(seconds)
  }
})

test.each(deployments.map((each) => [each.metadata.name, each.spec.template.spec] as const))(
  '%s: probes with existing ports, no root, read-only root, limits',
  (_name, pod) => {
    const [container] = pod.containers
    const ports = container.ports.map((port: { name: string }) => port.name)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(ports).toContain(container[probe].httpGet.port)
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(container.resources.limits.memory).toBeDefined()
  },
)

test('the query of KEDA runs on the schema', async () => {
  const scaled = manifests.find(({ kind }) => kind === 'ScaledObject')
  const database = openSqlite(':memory:')
  const [row] = await database.all(scaled?.spec.triggers[0].metadata.query)
  expect(Object.values(row ?? {})).toEqual([0])
  database.close()
})

test('programs of the units and images exist', () => {
  const text = [...names('systemd').map((name) => read(`docs/operations/systemd/${name}`)), read('Dockerfile')].join(
    '\n',
  )
  const paths = [...text.matchAll(/\bsrc\/runtime\/[\w.-]+?\.(?:ts|js)\b/g)].map(([path]) => path)
  expect(new Set(paths).size).toBe(4)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
