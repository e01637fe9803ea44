/** What the calls of the access table need, made for each caller. */
import type { NewsItem } from '../../../contract/news.ts'
import { newId } from '../../../server/ids.ts'
import { type Community, expectDone, type Person, type personWith } from '../../support/server/community.ts'
import { codeOf } from '../auth/factors/factors.ts'

export type Caller = ReturnType<typeof personWith> & Partial<Person>

/** Creates what a call needs, for each caller. */
type Prepare = (
  caller: Caller,
) => Promise<{ id?: string; session_id?: string; query?: string; body?: unknown; raw?: FormData }>

/** Of the access table. */
export interface Row {
  who: 'everybody' | 'members' | 'admins'
  call: string
  status: 200 | 201 | 204 | 409
  prepare: Prepare
  /** Its callers aren't used again. */
  ends?: true
}

const nothing: Prepare = async () => ({})
const rowFor =
  (who: Row['who']) =>
  (call: string, prepare: Prepare = nothing, status: Row['status'] = 200): Row => ({ who, call, prepare, status })
export const everybody = rowFor('everybody')
export const members = rowFor('members')
export const admins = rowFor('admins')
/** A call that ends the session or changes the password. */
export const ending = (row: Row): Row => ({ ...row, ends: true })
/** A body, for a call about a thing that is made for each caller. */
export const withBody =
  (body: unknown, prepare: Prepare = nothing): Prepare =>
  async (caller) => ({ ...(await prepare(caller)), body })

export function createThings(community: Community) {
  const { hipatia } = community
  let count = 0
  const another = (what: string) => `${what} ${++count}`
  // without a password hash: nobody signs in with these accounts
  async function newAccount() {
    const id = newId()
    const name = another('Invitado').toLowerCase()
    await community.db
      .insertInto('users')
      .values({
        id,
        name,
        name_key: name,
        email: name,
        email_key: name,
        role: 'normal',
        avatar: null,
        phone: null,
        password_hash: '',
        created_at: 0,
        deactivated_at: null,
        deleted_at: null,
      })
      .execute()
    return { id }
  }
  async function newInvitation() {
    const body = { name: another('Invitada'), email: `${newId()}@nueva.example` }
    const { user, path } = expectDone(
      await hipatia.post<{ user: { id: string }; path: string }>('/auth/invitations', body),
    )
    return { id: user.id, token: path.split('/').at(-1) }
  }
  const newList = async () => ({
    body: { people: [{ name: another('Invitada'), email: `${newId()}@nueva.example` }] },
  })
  async function newPasswordLink() {
    const body = { name: another('Olvidada'), email: `${newId()}@nueva.example`, password: 'secreto' }
    const { id } = expectDone(await hipatia.post<{ id: string }>('/auth/users', body))
    const { path } = expectDone(await hipatia.post<{ path: string }>(`/auth/password-links/for/${id}`))
    return { id, token: path.split('/').at(-1) }
  }
  const newCategory = async () => ({ id: (await hipatia.createsCategory(another('Categoría'))).id })
  // a post of the caller, if they have an account: a visitor is refused even their own
  async function ownPost({ id: author_id = hipatia.id }: Caller) {
    const { id } = await hipatia.drafts()
    await community.db.updateTable('posts').set({ author_id }).where('id', '=', id).execute()
    return { id }
  }

  async function ownComment(author: Caller) {
    const post = await hipatia.writes()
    return community.insertComment(post, { id: author.id ?? hipatia.id })
  }

  async function ownMessage({ id: author_id = hipatia.id }: Caller) {
    const { body } = await hipatia.post<{ id: string }>('/chat/messages', { message: 'Buenas' })
    await community.db.updateTable('chat_messages').set({ author_id }).where('id', '=', body.id).execute()
    return { id: body.id }
  }

  async function ownLink({ id: uploader_id = hipatia.id }: Caller) {
    const { id } = await hipatia.links('https://alejandria.example/')
    await community.db.updateTable('files').set({ uploader_id }).where('id', '=', id).execute()
    return { id }
  }
  function newForm() {
    const form = new FormData()
    form.append('file', new Blob(['Un texto.'], { type: 'text/plain' }), 'texto.txt')
    return form
  }

  async function ownNews({ id: author_id = hipatia.id }: Caller) {
    const { id } = expectDone(await hipatia.post<NewsItem>('/news', { title: 'El faro', url: 'https://faro.example/' }))
    await community.db.updateTable('news').set({ author_id }).where('id', '=', id).execute()
    return { id }
  }

  async function newMail() {
    const id = newId()
    await community.db
      .insertInto('mails')
      .values({
        id,
        kind: 'broadcast',
        subject: 'Aviso',
        body: 'Texto',
        post_id: null,
        preference: null,
        author_id: hipatia.id,
        client_id: null,
        created_at: community.clock.now,
      })
      .execute()
    return { id }
  }

  /** A broadcast that the caller has a notice of. */
  async function ownBroadcast({ id: user_id = hipatia.id }: Caller) {
    const { id } = await newMail()
    await community.db
      .insertInto('notices')
      .values({
        id: newId(),
        user_id,
        kind: 'broadcast',
        subject_kind: 'broadcast',
        subject_id: id,
        post_id: null,
        cause_id: id,
        actor_id: hipatia.id,
        created_at: community.clock.now,
        read_at: null,
      })
      .execute()
    return { id }
  }

  /** For one's own account; a visitor has none. */
  async function newApp(caller: Caller) {
    const { status, body } = await caller.post<{ secret: string; token: string }>('/auth/totp/begin')
    if (status !== 200) return { body: { token: '', code: '000000' } }
    return { body: { token: body.token, code: codeOf(body.secret, community.clock.now) } }
  }
  async function withApp(caller: Caller) {
    const { body } = await newApp(caller)
    await caller.post('/auth/totp', body)
    return {}
  }
  async function protectedAccount() {
    const { id } = await newAccount()
    await community.db.updateTable('users').set({ second_factor_at: 1 }).where('id', '=', id).execute()
    return { id }
  }

  return {
    newApp,
    withApp,
    protectedAccount,
    another,
    newAccount,
    newInvitation,
    newList,
    newPasswordLink,
    newCategory,
    ownPost,
    ownComment,
    ownMessage,
    ownLink,
    newForm,
    ownNews,
    newMail,
    ownBroadcast,
  }
}
