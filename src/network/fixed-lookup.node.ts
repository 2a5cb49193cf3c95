import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/**
 * `lookup` uses exactly the checked addresses (DNS rebinding). `privateAddress` is the first one inside a private
 * network.
 */
export async function lookUpOnce(
  url: URL,
): Promise<{ readonly privateAddress: string | undefined; readonly lookup: LookupFunction }> {
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true, verbatim: true })
  return {
    privateAddress: addresses.find(({ address }) => isPrivateAddress(address))?.address,
    lookup(_name, options, done) {
      const [first] = addresses
      if (options.all === true) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    },
  }
}
