/** The real server in a process of its own, with users that an admin creates over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Category } from '../../../contract/categories.ts'
import type { ChatReading } from '../../../contract/chat.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Role, User } from '../../../contract/users.ts'
import { compileCache } from '../../../tools/compile-cache.ts'
import { freePort } from '../../../tools/free-port.ts'
import type { FileToSend } from '../server/community.ts'

const root = join(import.meta.dirname, '../../..')

/** The values of a new post; missing ones are made up. */
interface Draft {
  title?: string
  content?: string
  category_id?: string | null
  is_published?: boolean
}

/** The password of a user: 'la clave de Safo'. */
export const passwordOf = (name: string) => `la clave de ${name}`

function emailOf(name: string) {
  const letters = name.normalize('NFD').replace(/\W/g, '').toLowerCase()
  return `${letters || Buffer.from(name).toString('hex')}@alejandria.example`
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Sent by every page, or without anything that is deleted after a test. */
const leavesNothing = /^\/api\/(auth\/(heartbeat|login|logout|confirm)|sections|notices|chat\/reading|policy-reports)\b/

/** A call of the API. After a 429 it waits as long as the server asks; any other refusal is thrown. */
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

const logIn = (origin: string, name: string, password = passwordOf(name)) =>
  ask<{ access_token: string; user: User }>(origin, undefined, 'POST', '/auth/login', { name, password })

/** A signed-in user with a token. */
function personWith(origin: string, token: string, { id, name }: User, onWrite: (path: string) => void) {
  let callToken = token
  /** Calls that ask for the password again are made in a new session: pages may be using the one before. */
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> => {
    if (!isRead(method)) onWrite(path)
    return ask<T>(origin, callToken, method, path, body).catch(async (error: Error) => {
      if (!error.message.includes('"not_confirmed"')) throw error
      callToken = (await logIn(origin, name)).access_token
      return ask<T>(origin, callToken, method, path, body)
    })
  }
  const createPost = (post: Draft = {}) =>
    call<Post>('POST', '/posts', { title: 'Sobre las bibliotecas', content: 'Un texto.', is_published: true, ...post })
  return {
    id,
    name,
    token,
    signedInAt: Date.now(),
    call,
    /** True while the session of this token lasts. */
    isAlive: () =>
      call('GET', '/auth/me').then(
        () => true,
        () => false,
      ),
    createPost,
    createDraft: (post: Draft = {}) => createPost({ ...post, is_published: false }),
    uploadFile: (file: FileToSend, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([file.bytes], { type: file.type ?? '' }), file.name ?? 'archivo.bin')
      return call<ArchiveFile>('POST', '/files/upload', form)
    },
    /** Adds a link to the archive. */
    addLink: (url: string, more: object = {}) => call<ArchiveFile>('POST', '/files/url', { url, ...more }),
    readPost: (post: { id: string }) => call<Post>('GET', `/posts/${post.id}`),
    editPost: ({ id, title, content, category_id }: Post, change: Draft) =>
      call<Post>('PUT', `/posts/${id}`, { title, content, category_id, ...change }),
    /** For admins only. */
    createCategory: (name: string) => call<Category>('POST', '/categories', { name }),
    /** Makes a category unavailable for new posts; for admins only. */
    deactivateCategory: ({ id }: Category) => call<Category>('PUT', `/categories/${id}`, { is_active: false }),
  }
}

export type Person = ReturnType<typeof personWith>

/** A page that is opened with an older sign-in could ask for the password during a test. */
const maxSignInAgeMs = 5 * 60_000

/** As `PUBLIC_URL`: the server at this name. */
export const localhost = '{localhost}'

/**
 * Starts the server on a free port with an empty data folder. Hipatia is its first admin. `settings` are those of the server
 * beside the usual ones; a relative folder is in its data folder, `{url}` its address. With `WEB_ROOT` it serves a copy of
 * the built web in that folder.
 */
export async function startTestServer(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-e2e-'))
  const port = await freePort()
  // passkeys need a name
  const url = `http://${settings.PUBLIC_URL === localhost ? 'localhost' : '127.0.0.1'}:${port}`
  let log = ''
  if (settings.WEB_ROOT) cpSync(join(root, 'dist'), join(dataDir, settings.WEB_ROOT), { recursive: true })
  function start(more: Record<string, string> = {}) {
    const server = spawn(process.execPath, [join(root, 'tests/support/server/processes/server-for-tests.ts')], {
      cwd: dataDir, // without the .env of the project
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        PORT: `${port}`,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        LINK_TITLES: '0',
        MAX_UPLOAD_MB: '50',
        ADMIN_NAME: 'Hipatia',
        ADMIN_PASSWORD: passwordOf('Hipatia'),
        ...Object.fromEntries(
          Object.entries({ ...settings, ...more }).map(([name, value]) => [
            name,
            value === localhost ? url : value.replace('{url}', url),
          ]),
        ),
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
  const killServer = () => void server.kill('SIGKILL') // if the tests are interrupted
  process.once('exit', killServer)
  const close = async () => {
    await end(server)
    process.off('exit', killServer)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await isUp(server, url)
  } catch (error) {
    await close()
    throw new Error(`${error}\n${log}`)
  }
  /** Stops the server. The returned function starts it again with the same data, and with other settings if given. */
  async function stop(signal: NodeJS.Signals = 'SIGKILL') {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
    return async (more?: Record<string, string>) => {
      server = start(more)
      await isUp(server, url)
    }
  }

  let isTidy = true
  let hasChatted = false
  const wrote = (path: string) => {
    isTidy = false
    if (path.includes('/chat/messages')) hasChatted = true
  }

  const signIn = async (name: string, password?: string) => {
    const { access_token, user } = await logIn(url, name, password)
    return personWith(url, access_token, user, wrote)
  }
  const hipatia = await signIn('Hipatia')
  // tests/e2e/first-steps is about them
  await ask(url, hipatia.token, 'PUT', '/admin/first-steps', { name: 'all', is_set_aside: true })
  const people = new Map<string, Person>([['Hipatia', hipatia]])

  /** A user with a valid session. The first call for a name creates the account. */
  async function person(name: string, role: Role = 'normal'): Promise<Person> {
    const known = people.get(name)
    const isRecent = known && Date.now() - known.signedInAt < maxSignInAgeMs
    if (isRecent && (await known.isAlive())) return known
    if (!known) {
      const account = { name, email: emailOf(name), password: passwordOf(name), role }
      await hipatia.call('POST', '/auth/users', account)
    }
    const signedIn = await signIn(name)
    people.set(name, signedIn)
    return signedIn
  }

  async function removeAll<T extends { id: string }>(list: string, address: string, isLeft = (_: T) => true) {
    for (;;) {
      const left = (await hipatia.call<T[]>('GET', list)).filter(isLeft)
      if (left.length === 0) return
      await Promise.all(left.map(({ id }) => hipatia.call('DELETE', `${address}/${id}`)))
    }
  }

  /** Everybody has read the chat: a title shows the number of unread messages. */
  async function readChat() {
    const { head: seq } = await hipatia.call<ChatReading>('GET', '/chat/reading')
    // whose session has ended reads nothing
    await Promise.allSettled([...people.values()].map(({ call }) => call('PUT', '/chat/reading', { seq })))
  }

  /** Deletes the posts, files, categories and unknown accounts that were added since the last call. */
  async function tidy() {
    if (isTidy) return
    await Promise.all([
      removeAll('/posts/all?include_unpublished=true&view=summary&limit=200', '/posts'),
      removeAll('/files?limit=200', '/files'),
      removeAll('/news?limit=200', '/news'),
      removeAll<User>('/auth/users?limit=200', '/auth/users', ({ name }) => !people.has(name)),
    ])
    await removeAll('/categories/all?limit=200', '/categories')
    if (hasChatted) await readChat()
    isTidy = true
    hasChatted = false
  }

  /** A page has sent this request. */
  function requested(method: string, path: string) {
    if (!isRead(method) && !leavesNothing.test(path)) wrote(path)
  }

  return {
    url,
    dataDir,
    hipatia,
    person,
    signIn,
    tidy,
    requested,
    stop,
    close,
    /** The log of the server without its lines about starting. */
    log: () => log.replace(/^Alejandría \S+ is open at .*\n/gm, ''),
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

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
