/** The real server as a process of its own, and the people who live in it: accounts made over HTTP, as an admin makes them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Category } from '../../../contract/categories.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { NewsItem } from '../../../contract/news.ts'
import type { ListedPost, Post } from '../../../contract/posts.ts'
import type { Role, User } from '../../../contract/users.ts'
import type { Sendable } from '../../support/community.ts'
import { freePort } from '../../support/free-port.ts'

const root = join(import.meta.dirname, '../../..')

/** A post as one would type it; what isn't given is made up. */
interface Draft {
  title?: string
  content?: string
  category_id?: string | null
  is_published?: boolean
}

/** Everybody's password: 'la clave de Safo'. */
export const passwordOf = (name: string) => `la clave de ${name}`

function emailOf(name: string) {
  const letters = name.normalize('NFD').replace(/\W/g, '').toLowerCase()
  return `${letters || Buffer.from(name).toString('hex')}@alejandria.example`
}

/** One call of the API. Too many at once wait as long as the server asks; any other refusal is an error. */
async function ask<T>(origin: string, token: string | undefined, method: string, path: string, body?: unknown) {
  const isForm = body instanceof FormData
  for (;;) {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get('retry-after')))
      continue
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }
}

/** Somebody who is signed in, by token. */
function someone(origin: string, token: string, { id, name }: User) {
  const call = <T>(method: string, path: string, body?: unknown) => ask<T>(origin, token, method, path, body)
  const writes = (post: Draft = {}) =>
    call<Post>('POST', '/posts', { title: 'Sobre las bibliotecas', content: 'Un texto.', is_published: true, ...post })
  return {
    id,
    name,
    token,
    call,
    /** Publishes a post. */
    writes,
    /** Saves a post that isn't published. */
    drafts: (post: Draft = {}) => writes({ ...post, is_published: false }),
    /** Puts a file into the archive. */
    uploads: (file: Sendable, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([file.bytes], { type: file.type ?? '' }), file.name ?? 'archivo.bin')
      return call<ArchiveFile>('POST', '/files/upload', form)
    },
    /** Adds a link to the archive. */
    links: (url: string, more: object = {}) => call<ArchiveFile>('POST', '/files/url', { url, ...more }),
    /** The post as it is stored now. */
    reads: (post: { id: string }) => call<Post>('GET', `/posts/${post.id}`),
    /** Saves a post with other words. */
    rewrites: ({ id, title, content, category_id }: Post, change: Draft) =>
      call<Post>('PUT', `/posts/${id}`, { title, content, category_id, ...change }),
    /** Makes a category (admins). */
    opens: (name: string) => call<Category>('POST', '/categories', { name }),
    /** Nobody can choose the category any more (admins). */
    closes: ({ id }: Category) => call<Category>('PUT', `/categories/${id}`, { is_active: false }),
  }
}

export type Person = ReturnType<typeof someone>

/** Starts the server on a free port with an empty data folder. Hipatia is its first admin. */
export async function openHouse() {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let log = ''
  function start() {
    const server = spawn(process.execPath, [join(root, 'server/main.ts')], {
      cwd: dataDir, // no .env of ours
      env: {
        PATH: process.env.PATH,
        PORT: `${port}`,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        MAX_UPLOAD_MB: '50',
        ADMIN_NAME: 'Hipatia',
        ADMIN_PASSWORD: passwordOf('Hipatia'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text
      })
    return server
  }
  let server = start()
  const endWithUs = () => void server.kill('SIGKILL') // should the tests be stopped halfway
  process.once('exit', endWithUs)
  const close = async () => {
    await end(server)
    process.off('exit', endWithUs)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await isUp(server, url)
  } catch (error) {
    await close()
    throw new Error(`${error}\n${log}`)
  }
  /** The server is gone from now on; what it gives back starts it again, on the same data. */
  async function stop(signal: NodeJS.Signals = 'SIGKILL') {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
    return async () => {
      server = start()
      await isUp(server, url)
    }
  }

  const signIn = async (name: string, password = passwordOf(name)) => {
    const { access_token, user } = await ask<{ access_token: string; user: User }>(
      url,
      undefined,
      'POST',
      '/auth/login',
      {
        name,
        password,
      },
    )
    return someone(url, access_token, user)
  }
  const hipatia = await signIn('Hipatia')
  const people = new Map<string, Person>([['Hipatia', hipatia]])

  const isAlive = ({ call }: Person) =>
    call('GET', '/auth/me').then(
      () => true,
      () => false,
    )

  /** Somebody with an account, made at the first mention, and a session that is alive. */
  async function person(name: string, role: Role = 'normal'): Promise<Person> {
    const known = people.get(name)
    if (known && (await isAlive(known))) return known
    if (!known) {
      const account = { name, email: emailOf(name), password: passwordOf(name), role }
      await hipatia.call('POST', '/auth/users', account)
    }
    const signedIn = await signIn(name)
    people.set(name, signedIn)
    return signedIn
  }

  /** Leaves nothing of the test before: no post, no file, no category, no account that isn't known here. */
  async function tidy() {
    for (;;) {
      const posts = await hipatia.call<ListedPost[]>(
        'GET',
        '/posts/all?include_unpublished=true&view=summary&limit=200',
      )
      if (posts.length === 0) break
      await Promise.all(posts.map(({ id }) => hipatia.call('DELETE', `/posts/${id}`)))
    }
    for (;;) {
      const files = await hipatia.call<ArchiveFile[]>('GET', '/files?limit=200')
      if (files.length === 0) break
      await Promise.all(files.map(({ id }) => hipatia.call('DELETE', `/files/${id}`)))
    }
    for (;;) {
      const news = await hipatia.call<NewsItem[]>('GET', '/news?limit=200')
      if (news.length === 0) break
      await Promise.all(news.map(({ id }) => hipatia.call('DELETE', `/news/${id}`)))
    }
    for (const { id } of await hipatia.call<Category[]>('GET', '/categories/all?limit=200'))
      await hipatia.call('DELETE', `/categories/${id}`)
    for (const { id, name } of await hipatia.call<User[]>('GET', '/auth/users?limit=200'))
      if (!people.has(name)) await hipatia.call('DELETE', `/auth/users/${id}`)
  }

  return {
    url,
    hipatia,
    person,
    signIn,
    tidy,
    stop,
    close /** What the server said; that it is open, again and again, is no complaint. */,
    log: () => log.replace(/^Alejandría \S+ is open at .*\n/gm, ''),
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

async function isUp(server: ChildProcess, url: string) {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && server.exitCode === null) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error('The server did not start')
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}
