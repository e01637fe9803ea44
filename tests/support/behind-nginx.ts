/** People at addresses of their own, and the nginx of docs/operating.md between them and the processes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { User } from '../../contract/users.ts'
import { openPage, type PageOptions } from './chat-page.ts'
import { done, freshPlace, passwordOf, type Sent, someone } from './community.ts'
import { freePort } from './free-port.ts'
import { startNginx } from './nginx.ts'
import { serversOfThisFile } from './server-process.ts'

const operating = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
const address = /\b127\.0\.0\.1:\d+/g

/** The lines of nginx that the documentation has for so many processes. */
function exampleFor(processes: number) {
  const examples = [...operating.matchAll(/^```nginx\n(.+?)^```/gms)].map(([, lines = '']) => lines)
  const found = examples.filter((lines) => lines.match(address)?.length === processes)
  if (found.length !== 1) throw new Error(`docs/operating.md has ${found.length} examples for ${processes} processes`)
  return found[0] ?? ''
}

/** Where the tests' people say they are, as everybody comes from the loopback; and a word about who answered. */
const additions = `
set_real_ip_from 127.0.0.1;
real_ip_header X-Test-Address;
add_header X-Test-Upstream $upstream_addr always;
`

/** Starts nginx as documented in front of processes, but for the ports and TLS. */
async function startProxy(ports: number[]) {
  const port = await freePort()
  const left = [...ports]
  const example = exampleFor(ports.length).replaceAll(address, () => `127.0.0.1:${left.shift()}`)
  const site = example.replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  if (site === example) throw new Error('the documented site doesn’t listen on 443')
  const nginx = await startNginx(additions + site, port)
  const origin = `http://127.0.0.1:${port}`

  /** The port of the process that somebody's requests are given to. */
  async function processOf(from: string) {
    const { headers } = await someone(origin).get('/health', { headers: { 'x-test-address': from } })
    return Number(headers.get('x-test-upstream')?.split(':').at(-1))
  }
  return {
    origin,
    said: nginx.said,
    stop: nginx.stop,
    processOf,
    /** An address whose requests are given to the process at a port. */
    async addressFor(wanted: number) {
      for (let last = 1; last < 255; last++)
        if ((await processOf(`192.0.2.${last}`)) === wanted) return `192.0.2.${last}`
      throw new Error(`nobody is given to ${wanted}`)
    },
  }
}

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Somebody at an address, signed in with a token or not. */
function personAt({ origin }: Proxy, from: string, token?: string) {
  const ask = <T>(method: string, path: string, sent: Sent = {}) =>
    someone(origin, token).ask<T>(method, path, { ...sent, headers: { 'x-test-address': from, ...sent.headers } })
  return { from, token, ask }
}

/** Signs in, from an address that is given to the process at a port. */
async function signInAt(proxy: Proxy, name: string, port: number) {
  const from = await proxy.addressFor(port)
  const body = { name, password: passwordOf(name) }
  const login = await personAt(proxy, from).ask<{ access_token: string; user: User }>('POST', '/auth/login', { body })
  const { access_token, user } = done(login)
  const person = personAt(proxy, from, access_token)
  function opensPage(options?: PageOptions) {
    const page = openPage(proxy.origin, person, options)
    onTestFinished(page.leaves)
    return page
  }
  return {
    ...person,
    id: user.id,
    tries: opensPage,
    /** Opens a page until the end of the test; ready when its socket is. */
    async opens(options?: PageOptions) {
      const page = opensPage(options)
      await page.isThere()
      return page
    },
  }
}

export type Person = Awaited<ReturnType<typeof signInAt>>

const settings = {
  TRUST_PROXY: '127.0.0.1',
  ADMIN_NAME: 'Hipatia',
  ADMIN_EMAIL: 'hipatia@alejandria.example',
  ADMIN_PASSWORD: passwordOf('Hipatia'),
}

/** Communities of one test file, none of which outlives it. */
export function communitiesBehindNginx() {
  const tidying: (() => unknown)[] = []
  afterAll(async () => {
    for (const tidy of tidying.reverse()) await tidy()
  })
  const { start } = serversOfThisFile()

  /** A community served by so many processes behind nginx: Hipatia and Ana are with the first, Bruno is with the last. */
  async function open(processes: number, databaseUrl?: string) {
    const fresh = await freshPlace()
    tidying.push(fresh.remove)
    const place = { ...fresh, ...(databaseUrl ? { databaseUrl } : {}) }
    const first = await start(place, settings)
    const servers = [first]
    while (servers.length < processes) servers.push(await start(place, settings))
    const last = servers.at(-1) ?? first
    const proxy = await startProxy(servers.map(({ port }) => port))
    tidying.push(proxy.stop)
    const hipatia = await signInAt(proxy, 'Hipatia', first.port)

    async function admit(name: string, { port } = first) {
      const body = { name, email: `${name.toLowerCase()}@alejandria.example`, password: passwordOf(name) }
      done(await hipatia.ask<User>('POST', '/auth/users', { body }))
      return signInAt(proxy, name, port)
    }
    const again = ({ port }: typeof first) => start(place, { ...settings, PORT: `${port}` })
    return {
      place,
      first,
      last,
      again,
      proxy,
      hipatia,
      admit,
      atAnotherPlace: (name: string, { port }: typeof first) => signInAt(proxy, name, port),
      ana: await admit('Ana'),
      bruno: await admit('Bruno', last),
    }
  }
  return { open }
}
