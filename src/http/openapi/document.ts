import type { ServiceSettings } from '../../deps.ts'
import { adminPaths } from './admin-paths.ts'
import { compatPaths } from './compat-paths.ts'
import { errorExamples, type Paths } from './operations.ts'
import { ownPaths, requestSchemas } from './own-paths.ts'
import { componentSchemas } from './schemas.ts'

const tagDescriptions: Readonly<Record<string, string>> = {
  Parse: 'Parse a document while the client waits.',
  Tasks: 'Asynchronous parsing.',
  Account: 'Pages of a key.',
  Files: 'Images and zips of results.',
  Service: 'State of the service.',
  Admin: 'API keys, for operators.',
  'docling-serve': 'The API of docling-serve v1.',
  Unstructured: 'The API of Unstructured.',
  'Apache Tika': 'The API of Apache Tika server.',
  MCP: 'Model Context Protocol, for assistants.',
  'Open WebUI': 'The external document loader of Open WebUI.',
}

const securitySchemes: Readonly<Record<string, object>> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  basic: { type: 'http', scheme: 'basic', description: 'Any user name, the API key as password.' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'An API key.' },
  adminToken: { type: 'http', scheme: 'bearer', description: '`ADMIN_TOKEN` of the service.' },
}

/** Built from the schemas that check requests. `origin` is the public URL without a trailing slash. */
export function openApiDocument(
  settings: Pick<ServiceSettings, 'version' | 'semanticStatus' | 'adminToken' | 'compat' | 'maxUploadMb'>,
  origin: string,
): object {
  const compat = compatPaths(settings.compat)
  const paths: Paths = {
    ...ownPaths({ semantic: settings.semanticStatus }),
    ...(settings.adminToken === null ? {} : adminPaths()),
    ...compat.paths,
  }
  const schemes = used(paths, ({ security = [] }) => security.flatMap((scheme) => Object.keys(scheme)))
  const tags = used(paths, (operation) => operation.tags)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheaf',
      version: settings.version,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
      description:
        `Parses documents of up to ${settings.maxUploadMb} MB. The form field \`api_key\`, or the header \`Authorization: Bearer\`, has the key. ` +
        (settings.semanticStatus
          ? 'Each error has its own HTTP status and a `code`.'
          : 'Errors of the API have HTTP status 200 and a `code` other than 0.'),
    },
    servers: [{ url: origin }],
    security: [],
    tags: [...tags].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: withoutUnused(paths, {
      schemas: { ...componentSchemas(), ...requestSchemas, ...compat.schemas },
      examples: errorExamples(),
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => schemes.has(name))),
    }),
  }
}

function used(paths: Paths, namesOf: (operation: Paths[string][keyof Paths[string]] & object) => readonly string[]) {
  return new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(namesOf)))
}

type Components = Record<'schemas' | 'examples' | 'securitySchemes', Record<string, object>>

function withoutUnused(paths: Paths, { schemas, examples, securitySchemes: schemes }: Components): Components {
  const reached = new Set<string>()
  const visit = (value: object): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (reached.has(`${kind}/${name}`)) continue
      reached.add(`${kind}/${name}`)
      visit((kind === 'schemas' ? schemas : examples)[name] ?? {})
    }
  }
  visit(paths)
  const keep = (kind: string, components: Record<string, object>): Record<string, object> =>
    Object.fromEntries(Object.entries(components).filter(([name]) => reached.has(`${kind}/${name}`)))
  return { schemas: keep('schemas', schemas), examples: keep('examples', examples), securitySchemes: schemes }
}
