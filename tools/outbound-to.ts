import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { openOutbound } from '../server/outbound/fetch.ts'
import { cert } from './certificate.ts'

/** Outbound requests for which this port of the loopback is on the public internet, and its certificate valid. */
export function outboundTo(port: number, timeoutMs?: number) {
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const isPublic = (address: string) => address === '127.0.0.1'
  return openOutbound({
    lookup: async () => ['127.0.0.1'],
    isPublic,
    ports: [port],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
}
