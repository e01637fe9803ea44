import { isIP } from 'node:net'

/** True for a host of this machine: nobody else can read what is sent there. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Host of an address, an IPv6 one without its brackets. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
