/** People at browsers: their requests and answers. */
import type { Category } from '../../../contract/categories.ts'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Comment } from '../../../contract/comments.ts'
import type { Reaction } from '../../../contract/content/reactions.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Problem } from '../../../contract/index.ts'
import type { NewsItem } from '../../../contract/news.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Role, User } from '../../../contract/users.ts'
import { request } from './http-client.ts'

export interface Answer<T = Problem> {
  status: number
  headers: Headers
  body: T
  text: string
}

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData
  headers?: Record<string, string>
  /** The page sends it by itself: nobody has touched it. */
  isByPage?: boolean
}

/** Fields of a post; the others get default values. */
interface PostInput {
  title?: string
  content?: string
  category_id?: string | null
  is_published?: boolean
}

interface Thing {
  id: string
}

export interface FileToSend {
  name?: string
  type?: string
  bytes: string | Uint8Array<ArrayBuffer>
}

const parse = (text: string, type: string | null) => (text && type?.includes('json') ? JSON.parse(text) : undefined)

async function ask<T>(origin: string, token: string | undefined, method: string, path: string, sent: RequestOptions) {
  const { body, raw, headers, isByPage = false } = sent
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const received = await request(`${origin}/api${path}`, {
    method,
    headers: {
      ...(isByPage ? {} : { 'x-activity': '1' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined || payload instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: payload,
  })
  const text = new TextDecoder().decode(received.bytes)
  const answer: Answer<T> = {
    status: received.status,
    headers: received.headers,
    body: parse(text, received.headers.get('content-type')),
    text,
  }
  return answer
}

/** The body of a successful answer. */
export function expectDone<T>({ status, body, text }: Answer<T>): T {
  if (status < 200 || status > 299) throw new Error(`refused: ${status} ${text}`)
  return body
}

/**
 * A person at a browser, with a token or without. As in our pages, a new token replaces the one before, and a call that
 * asks for the password again is repeated once it was given; without a `password` it stays refused.
 */
export function personWith(origin: string, firstToken?: string, password?: string) {
  let token = firstToken
  let confirming: Promise<Answer> | undefined
  const person = {
    get token() {
      return token
    },
    ask: async <T = Problem>(method: string, path: string, sent: RequestOptions = {}): Promise<Answer<T>> => {
      const sentToken = token
      const asking = { ...sent, headers: { 'x-renew-token': '1', ...sent.headers } }
      const answer = await ask<T>(origin, sentToken, method, path, asking)
      token = answer.headers.get('x-access-token') ?? token
      if (password === undefined || path === '/auth/confirm') return answer
      const mustConfirm = answer.text.includes('"not_confirmed"')
      if (mustConfirm && token === sentToken) await person.confirms()
      // as our pages do, also for a request that the renewal of the token has overtaken
      const isOvertaken = token !== sentToken && (mustConfirm || answer.status === 401)
      return isOvertaken ? await ask<T>(origin, token, method, path, sent) : answer
    },
    /** Gives the password again. */
    confirms: async () => {
      confirming ??= person.post('/auth/confirm', { password })
      expectDone(await confirming)
      confirming = undefined
    },
    get: <T = Problem>(path: string, sent?: RequestOptions) => person.ask<T>('GET', path, sent),
    post: <T = Problem>(path: string, body?: unknown, sent: RequestOptions = {}) =>
      person.ask<T>('POST', path, { body, ...sent }),
    put: <T = Problem>(path: string, body?: unknown, sent: RequestOptions = {}) =>
      person.ask<T>('PUT', path, { body, ...sent }),
    delete: <T = Problem>(path: string, sent?: RequestOptions) => person.ask<T>('DELETE', path, sent),

    async writes(post: PostInput = {}) {
      const usual = { title: 'Sobre las bibliotecas', content: 'Un texto.', is_published: true }
      return expectDone(await person.post<Post>('/posts', { ...usual, ...post }))
    },
    drafts: (post: PostInput = {}) => person.writes({ is_published: false, ...post }),
    publishes: async ({ id }: Thing, is_published = true) =>
      expectDone(await person.put<Post>(`/posts/${id}/publish`, { is_published })),
    comments: async (post: Thing, content = 'De acuerdo.', more: object = {}) =>
      expectDone(await person.post<Comment>(`/comments/post/${post.id}`, { content, ...more })),
    says: async (message: string, more: object = {}) =>
      expectDone(await person.post<ChatMessage>('/chat/messages', { message, ...more })),
    /** Shares a news item. */
    shares: async (more: object = {}) =>
      expectDone(await person.post<NewsItem>('/news', { title: 'El faro', url: 'https://faro.example/', ...more })),
    reacts: async (kind: string, { id }: Thing, emoji = '👍') =>
      expectDone(await person.put<Reaction[]>(`/reactions/${kind}/${id}`, { emoji })),
    takesBack: async (kind: string, { id }: Thing, emoji = '👍') =>
      expectDone(await person.delete<Reaction[]>(`/reactions/${kind}/${id}`, { body: { emoji } })),
    /** Uploads a file by a form; returns the answer, successful or not. */
    sendsFile: (file: FileToSend, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ uploaded_by: 'alguien', ...fields })) form.append(name, value)
      const { name = 'archivo.bin', type = '', bytes } = file
      form.append('file', new Blob([bytes], { type }), name)
      return person.post<ArchiveFile & Problem>('/files/upload', undefined, { raw: form })
    },
    uploads: async (file: FileToSend, fields?: Record<string, string>) =>
      expectDone(await person.sendsFile(file, fields)),
    links: async (url: string, more: object = {}) =>
      expectDone(await person.post<ArchiveFile>('/files/url', { url, uploaded_by: 'alguien', ...more })),
    /** Requests a signed URL as a browser does, without a token. */
    fetchesBytes: (address: string | null, sent: { method?: string; headers?: Record<string, string> } = {}) =>
      request(new URL(address ?? '', origin), sent),
    createsCategory: async (name: string, description?: string) =>
      expectDone(await person.post<Category>('/categories', { name, description })),
    createsAccount: async (name: string, more: Partial<NewAccount> = {}) =>
      expectDone(await person.post<User>('/auth/users', { ...account(name), ...more })),
  }
  return person
}

type AnyPerson = ReturnType<typeof personWith>
/** A person with an account and a session. */
export type Person = Omit<AnyPerson, 'token'> & { id: string; name: string; readonly token: string }

export const signedInAs = (
  origin: string,
  { access_token, user: { id, name } }: { access_token: string; user: { id: string; name: string } },
  password?: string,
) => Object.assign(personWith(origin, access_token, password), { id, name }) as Person

export interface NewAccount {
  name: string
  email: string
  password: string
  must_choose_password: boolean
  role: Role
  phone: string
  avatar: string
}

export const passwordOf = (name: string) => `la clave de ${name}`

const toMailName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\w.]+/g, '')
    .toLowerCase()

export const account = (name: string) => ({
  name,
  email: `${toMailName(name)}@alejandria.example`,
  password: passwordOf(name),
})

/** The address of the next page of a list, below /api. */
export function nextOf({ headers }: Pick<Answer, 'headers'>) {
  const link = headers.get('link')
  if (link === null) return undefined
  const [, next] = /^<\/api(\/[^<>\s]+)>; rel="next"$/.exec(link) ?? []
  if (next === undefined) throw new Error(`no address of a next page: ${link}`)
  return next
}

/** The pages of a list to its end; `between` runs after each of them but the last. */
export async function pagesOf<T>(
  reader: Pick<Person, 'get'>,
  path: string,
  between: (seen: T[]) => Promise<unknown> = async () => {},
) {
  const pages: (Answer<T[]> & { total: number })[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Answer<T[]> = await reader.get<T[]>(next)
    expectDone(answer)
    pages.push({ ...answer, total: Number(answer.headers.get('x-total-count') ?? Number.NaN) })
    next = nextOf(answer)
    if (next) await between(pages.flatMap(({ body }) => body))
  }
  return pages
}

/** Ends when all images have their smaller versions: until then a request for one is answered with 503, some seconds later. */
export async function awaitVersions(person: ReturnType<typeof personWith>) {
  for (const { thumb_url, screen_url } of expectDone(await person.get<ArchiveFile[]>('/files')))
    for (const url of [thumb_url, screen_url]) while (url && (await person.fetchesBytes(url)).status === 503);
}
