// One person's worst requests, by several connections without a pause, in a process of its own.
export interface AttackOrder {
  kind: AttackKind
  port: number
  token: string
  seconds: number
  targets: Targets
}

/** What the attacks are about. */
export interface Targets {
  /** The newest. */
  mailId: string
  /** Of the attacker's account. */
  credentials: { name: string; password: string }
  postId: string
  /** Names fifty people. */
  mentions: string
  /** Comment of the attacker. */
  commentId: string
  /** Message of the attacker that has five hundred long answers. */
  messageId: string
  /** Of the attacker, whose push service is slow. */
  deviceId: string
}

interface Request {
  method?: string
  path: string
  /** Sent as JSON, or as it is if it is a form. */
  body?: unknown
  /** Without a token. */
  isVisitor?: true
}

type MakeRequest = (n: number, targets: Targets) => Request

const search = (path: string, q: string): Request => ({ path: `${path}&q=${encodeURIComponent(q)}` })
const post = (content: string, title = 'Un post') => ({
  method: 'POST',
  path: '/posts',
  body: { title, content, is_published: true },
})

/** Two megabytes, which are all read for the search. */
const words = Array.from({ length: 250_000 }, (_, at) => `w${at}`).join(' ')

/** What each attack sends; `n` counts its requests. */
const attacks = {
  'search of eight letters': () => search('/posts?view=summary&limit=200', 'a b c d e f g l'),
  'search of one letter': () => search('/posts/all?include_unpublished=true&limit=200', 'a'),
  'search of the audit trail': () => search('/audit?limit=200', 'p'),
  'pages of 200 whole posts': () => ({ path: '/posts?limit=200' }),
  'state of the mail queue': () => ({ path: '/notifications/admin/outbox' }),
  'retries of the mail queue': () => ({ method: 'POST', path: '/notifications/admin/outbox/retry' }),
  'retries of a mail': (_n: number, { mailId }: Targets) => ({
    method: 'POST',
    path: `/notifications/admin/mails/${mailId}/retry`,
  }),
  'mails with their counts': () => ({ path: '/notifications/admin/mails?limit=200' }),
  // before the refused ones, after which the whole network is refused
  'right sign-ins': (_n: number, { credentials }: Targets) => ({
    method: 'POST',
    path: '/auth/login',
    body: credentials,
    isVisitor: true as const,
  }),
  'refused sign-ins': (n: number) => ({
    method: 'POST',
    path: '/auth/login',
    body: { name: `Persona ${n}`, password: 'equivocada' },
    isVisitor: true as const,
  }),
  // before the other rows with mentions: further notices of one author in an hour aren't pushed
  'messages pushed to fifty': (n: number, { mentions }: Targets) => ({
    method: 'POST',
    path: '/chat/messages',
    body: { message: `${n} ${mentions}`, message_type: 'text' },
  }),
  'tests of a device': (_n: number, { deviceId }: Targets) => ({
    method: 'POST',
    path: `/push/subscriptions/${deviceId}/test`,
  }),
  'comments that name fifty': (n: number, { postId, mentions }: Targets) => ({
    method: 'POST',
    path: `/comments/post/${postId}`,
    body: { content: `${n} ${mentions}` },
  }),
  'mentions that come and go': (n: number, { commentId, mentions }: Targets) => ({
    method: 'PUT',
    path: `/comments/${commentId}`,
    body: { content: n % 2 === 0 ? mentions : 'Nadie' },
  }),
  'edits of an answered message': (n: number, { messageId }: Targets) => ({
    method: 'PUT',
    path: `/chat/messages/${messageId}`,
    body: { message: `Cambio ${n}` },
  }),
  'published posts': (n: number) => post('Un texto. '.repeat(300), `Post ${n}`),
  'posts of odd letters': () => post('\ufdfa'.repeat(100_000)),
  'chat messages': (n: number) => ({
    method: 'POST',
    path: '/chat/messages',
    body: { message: `Mensaje ${n}`, message_type: 'text' },
  }),
  'texts of files': (n: number) => {
    const body = new FormData()
    body.append('file', new File([`${n} `, words], `texto ${n}.txt`))
    return { method: 'POST', path: '/files/upload', body }
  },
  heartbeats: () => ({ method: 'POST', path: '/auth/heartbeat', body: {} }),
} satisfies Record<string, MakeRequest>

export type AttackKind = keyof typeof attacks
export const attackKinds = Object.keys(attacks) as AttackKind[]

const connections = 8

async function attack({ kind, port, token, seconds, targets }: AttackOrder) {
  const end = performance.now() + seconds * 1000
  const counts = new Map<number, number>()
  let n = 0
  const send = async () => {
    while (performance.now() < end) {
      const { method = 'GET', path, body, isVisitor }: Request = (attacks[kind] as MakeRequest)(n++, targets)
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          // a network of their own: one network's requests have a limit in all
          'x-forwarded-for': '192.0.2.1',
          ...(isVisitor ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      })
      await response.arrayBuffer()
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

process.on('message', async (order: AttackOrder) => {
  process.send?.(await attack(order))
  process.disconnect?.()
})
