// One person's worst requests, by several connections without a pause, in a process of its own.
export interface AttackOrder {
  kind: AttackKind
  port: number
  token: string
  seconds: number
  mailId: string
}

interface Request {
  method?: string
  path: string
  body?: unknown
  /** Without a token. */
  isVisitor?: true
}

type MakeRequest = (n: number, mailId: string) => Request

const search = (path: string, q: string): Request => ({ path: `${path}&q=${encodeURIComponent(q)}` })
const post = (content: string, title = 'Un post') => ({
  method: 'POST',
  path: '/posts',
  body: { title, content, is_published: true },
})

/** What each attack sends; `n` counts its requests, `mailId` is the newest mail. */
const attacks = {
  'search of eight letters': () => search('/posts?view=summary&limit=200', 'a b c d e f g l'),
  'search of one letter': () => search('/posts/all?include_unpublished=true&limit=200', 'a'),
  'search of the audit trail': () => search('/audit?limit=200', 'p'),
  'pages of 200 whole posts': () => ({ path: '/posts?limit=200' }),
  'state of the mail queue': () => ({ path: '/notifications/admin/outbox' }),
  'retries of the mail queue': () => ({ method: 'POST', path: '/notifications/admin/outbox/retry' }),
  'retries of a mail': (_n: number, mailId: string) => ({
    method: 'POST',
    path: `/notifications/admin/mails/${mailId}/retry`,
  }),
  'mails with their counts': () => ({ path: '/notifications/admin/mails?limit=200' }),
  'refused sign-ins': (n: number) => ({
    method: 'POST',
    path: '/auth/login',
    body: { name: `Persona ${n}`, password: 'equivocada' },
    isVisitor: true as const,
  }),
  'published posts': (n: number) => post('Un texto. '.repeat(300), `Post ${n}`),
  'posts of odd letters': () => post('\ufdfa'.repeat(100_000)),
  'chat messages': (n: number) => ({
    method: 'POST',
    path: '/chat/messages',
    body: { message: `Mensaje ${n}`, message_type: 'text' },
  }),
  heartbeats: () => ({ method: 'POST', path: '/auth/heartbeat', body: {} }),
} satisfies Record<string, MakeRequest>

export type AttackKind = keyof typeof attacks
export const attackKinds = Object.keys(attacks) as AttackKind[]

const connections = 8

async function attack({ kind, port, token, seconds, mailId }: AttackOrder) {
  const end = performance.now() + seconds * 1000
  const counts = new Map<number, number>()
  let n = 0
  const send = async () => {
    while (performance.now() < end) {
      const { method = 'GET', path, body, isVisitor }: Request = (attacks[kind] as MakeRequest)(n++, mailId)
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          // a network of their own: one network's requests have a limit in all
          'x-forwarded-for': '192.0.2.1',
          ...(isVisitor ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
