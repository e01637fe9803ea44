/** People at addresses of their own, and the nginx of docs/operating.md between them and the processes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { User } from '../../../../contract/users.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { createLocation, expectDone, passwordOf, personWith, type RequestOptions } from '../community.ts'
import { account } from '../person.ts'
import { openPage, type PageOptions } from './chat-page.ts'
import { startNginx } from './nginx.ts'
import { hipatiasServer, serversOfThisFile } from './server-process.ts'

const operating = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')
const address = /\b127\.0\.0\.1:\d+/g

/** The example configuration of the documentation for this number of processes. */
function readExample(processes: number) {
  const examples = [...operating.matchAll(/^```nginx\n(.+?)^```/gms)].map(([, lines = '']) => lines)
  const found = examples.filter((lines) => lines.match(address)?.length === processes)
  if (found.length !== 1) throw new Error(`docs/operating.md has ${found.length} examples for ${processes} processes`)
  return found[0] ?? ''
}

/** The tests' people send their addresses in a header, as all come from the loopback; the answer names its process. */
const testDirectives = `
set_real_ip_from 127.0.0.1;
real_ip_header X-Test-Address;
add_header X-Test-Upstream $upstream_addr always;
`

/** Starts nginx as documented in front of processes, except for ports and TLS. */
async function startProxy(ports: number[]) {
  const port = await freePort()
  const left = [...ports]
  const example = readExample(ports.length).replaceAll(address, () => `127.0.0.1:${left.shift()}`)
  const site = example.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  if (site === example) throw new Error('the documented site doesn’t listen on 443')
  const stop = await startNginx(testDirectives + site, port)
  const origin = `http://127.0.0.1:${port}`

  /** The port of the process that gets the requests of an address. */
  async function processOf(from: string) {
    const { headers } = await personWith(origin).get('/health', { headers: { 'x-test-address': from } })
    return Number(headers.get('x-test-upstream')?.split(':').at(-1))
  }
  return {
    origin,
    stop,
    processOf,
    /** An address whose requests go to the process at a port. */
    async addressFor(wanted: number) {
      for (let last = 1; last < 255; last++)
        if ((await processOf(`192.0.2.${last}`)) === wanted) return `192.0.2.${last}`
      throw new Error(`nobody is given to ${wanted}`)
    },
  }
}

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** A person at an address, with a token or without. */
function personAt({ origin }: Proxy, from: string, token?: string) {
  const ask = <T>(method: string, path: string, sent: RequestOptions = {}) =>
    personWith(origin, token).ask<T>(method, path, { ...sent, headers: { 'x-test-address': from, ...sent.headers } })
  return { from, token, ask }
}

/** Signs in from an address whose requests go to the process at a port. */
async function signInAt(proxy: Proxy, name: string, port: number) {
  const from = await proxy.addressFor(port)
  const body = { name, password: passwordOf(name) }
  const login = await personAt(proxy, from).ask<{ access_token: string; user: User }>('POST', '/auth/login', { body })
  const { access_token, user } = expectDone(login)
  const person = personAt(proxy, from, access_token)
  function openOwnPage(options?: PageOptions) {
    const page = openPage(proxy.origin, person, options)
    onTestFinished(page.close)
    return page
  }
  return {
    ...person,
    id: user.id,
    tries: openOwnPage,
    /** Opens a page until the end of the test, and waits for its socket. */
    async opensPage(options?: PageOptions) {
      const page = openOwnPage(options)
      await page.expectConnected()
      return page
    },
  }
}

const settings = { ...hipatiasServer, TRUST_PROXY: '127.0.0.1' }

/** Communities of a test file, closed at its end. */
export function communitiesBehindNginx() {
  const cleanups: (() => unknown)[] = []
  afterAll(async () => {
    for (const tidy of cleanups.reverse()) await tidy()
  })
  const { start } = serversOfThisFile()

  /**
   * A community served by this number of processes behind nginx: Hipatia and Ana are at the first, Bruno is at the
   * last.
   */
  async function open(processes: number, databaseUrl?: string) {
    const fresh = await createLocation()
    cleanups.push(fresh.remove)
    const place = { ...fresh, ...(databaseUrl ? { databaseUrl } : {}) }
    const first = await start(place, settings)
    const servers = [first]
    while (servers.length < processes) servers.push(await start(place, settings))
    const last = servers.at(-1) ?? first
    const proxy = await startProxy(servers.map(({ port }) => port))
    cleanups.push(proxy.stop)
    const hipatia = await signInAt(proxy, 'Hipatia', first.port)

    async function createAccount(name: string, { port } = first) {
      expectDone(await hipatia.ask<User>('POST', '/auth/users', { body: account(name) }))
      return signInAt(proxy, name, port)
    }
    const restart = ({ port }: typeof first) => start(place, { ...settings, PORT: `${port}` })
    return {
      place,
      first,
      last,
      again: restart,
      proxy,
      hipatia,
      admit: createAccount,
      ana: await createAccount('Ana'),
      bruno: await createAccount('Bruno', last),
    }
  }
  return { open }
}
