import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { unlessAborted } from '../model/linked-signal.ts'
import { isPrivateAddress } from './private-address.ts'

/**
 * `lookup` uses exactly the checked addresses (DNS rebinding). `privateAddress` is the first one inside a private
 * network. Slow name servers are not waited for after the signal.
 */
export async function lookUpOnce(
  url: URL,
  signal: AbortSignal,
): Promise<{ readonly privateAddress: string | undefined; readonly lookup: LookupFunction }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await unlessAborted(signal, lookup(host, { all: true, verbatim: true }))
  return {
    privateAddress: addresses.find(({ address }) => isPrivateAddress(address))?.address,
    lookup(_name, options, done) {
      const [first] = addresses
      if (options.all === true) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    },
  }
}
