/** LibreOffice profiles without macros and external links, one for each job. */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const unreachableProxy = { host: '127.0.0.1', port: 9 }

const common = '/org.openoffice.Office.Common'
const inet = '/org.openoffice.Inet/Settings'

/** Path, property, value. Blocking links takes both the blocked referrers and the proxy. */
const settings: readonly (readonly [string, string, string])[] = [
  [`${common}/Security/Scripting`, 'MacroSecurityLevel', '3'],
  [`${common}/Security/Scripting`, 'DisableMacrosExecution', 'true'],
  [`${common}/Security/Scripting`, 'BlockUntrustedRefererLinks', 'true'],
  [`${common}/Security/Scripting`, 'DisableActiveContent', 'true'],
  [`${common}/Security/Scripting`, 'DisableOLEAutomation', 'true'],
  // Links are never updated: Calc counts 0 always, 1 never; Writer 0 never.
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  [inet, 'ooInetProxyType', '1'],
  [inet, 'ooInetHTTPProxyName', unreachableProxy.host],
  [inet, 'ooInetHTTPProxyPort', String(unreachableProxy.port)],
  [inet, 'ooInetHTTPSProxyName', unreachableProxy.host],
  [inet, 'ooInetHTTPSProxyPort', String(unreachableProxy.port)],
  [inet, 'ooInetNoProxy', ''],
]

function registry(): string {
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  const names =
    'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${names}>\n${items.join('\n')}\n</oor:items>\n`
}

export async function makeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true })
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), registry())
}

export async function copyProfile(template: string, folder: string): Promise<void> {
  await cp(template, folder, { recursive: true })
}
