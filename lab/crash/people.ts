import { createRandom, type Random } from '../../tools/random.ts'
import type { Model } from './model.ts'
import { adminPassword } from './server-process.ts'
import { type Answer, ask, createWriter, passwordOf, type Sent, type Writer } from './writer.ts'

const accountCount = 2
const publicPostCount = 4

/** Creates writers with an account and a session each, two of them admins, and posts for their comments. */
export async function createPeople(
  origin: string,
  { count, random, model }: { count: number; random: Random; model: Model },
): Promise<Writer[]> {
  const done = async (
    token: string | undefined,
    method: string,
    path: string,
    sent?: Sent,
  ): Promise<Answer['body']> => {
    const { status, body } = await ask(origin, token, method, `/api${path}`, sent)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const signIn = async (name: string, password: string): Promise<string> =>
    (await done(undefined, 'POST', '/auth/login', { body: { name, password } })).access_token
  const hipatia = await signIn('Hipatia', adminPassword)
  const publicPosts: string[] = []
  for (let at = 0; at < publicPostCount; at++) {
    const body = { title: `Sobre las bibliotecas, ${at}`, content: 'Un texto.', is_published: true }
    publicPosts.push((await done(hipatia, 'POST', '/posts', { body })).id)
  }
  const accounts: { id: string; name: string; password: string; role: string }[] = []
  for (let at = 0; at < count; at++) {
    const name = `Escritora ${'ABCDEFGHIJKL'[at]}`
    const account = { name, password: passwordOf(name, 0), role: at < accountCount ? 'admin' : 'normal' }
    const body = { ...account, email: `escritora-${at}@alejandria.example` }
    accounts.push({ ...account, id: (await done(hipatia, 'POST', '/auth/users', { body })).id })
  }
  // their own mails would be most of the work
  const preferences = { new_posts: false, admin_notifications: false }
  const body = { user_ids: accounts.map(({ id }) => id), preferences }
  await done(hipatia, 'POST', '/notifications/admin/preferences/bulk-update', { body })
  return Promise.all(
    accounts.map(async ({ name, password, role }, at) =>
      createWriter({
        name,
        at,
        token: await signIn(name, password),
        isAdmin: role === 'admin',
        random: createRandom(random.upTo(2 ** 31)),
        model,
        publicPosts,
      }),
    ),
  )
}
