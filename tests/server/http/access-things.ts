/** What the calls of the access table need, made for each caller. */
import { newId } from '../../../server/ids.ts'
import { type Community, expectDone, type Person, type personWith } from '../../support/server/community.ts'
import { changeRows, insertRows, newUser } from '../../support/server/database/rows.ts'
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
    const user = newUser(another('Invitado'))
    await insertRows(community.db, 'users', [user])
    return { id: user.id }
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
    await changeRows(community.db, 'posts', { author_id }, { id })
    return { id }
  }

  async function ownComment(author: Caller) {
    const post = await hipatia.writes()
    return community.insertComment(post, { id: author.id ?? hipatia.id })
  }

  async function ownMessage({ id: author_id = hipatia.id }: Caller) {
    const { id } = await hipatia.says('Buenas')
    await changeRows(community.db, 'chat_messages', { author_id }, { id })
    return { id }
  }

  async function ownLink({ id: uploader_id = hipatia.id }: Caller) {
    const { id } = await hipatia.links('https://alejandria.example/')
    await changeRows(community.db, 'files', { uploader_id }, { id })
    return { id }
  }
  function newForm() {
    const form = new FormData()
    form.append('file', new Blob(['Un texto.'], { type: 'text/plain' }), 'texto.txt')
    return form
  }

  async function ownNews({ id: author_id = hipatia.id }: Caller) {
    const { id } = await hipatia.shares()
    await changeRows(community.db, 'news', { author_id }, { id })
    return { id }
  }

  async function newMail() {
    const mail = { id: newId(), kind: 'broadcast', subject: 'Aviso', body: 'Texto', author_id: hipatia.id } as const
    await insertRows(community.db, 'mails', [{ ...mail, created_at: community.clock.now }])
    return { id: mail.id }
  }

  /** A broadcast that the caller has a notice of. */
  async function ownBroadcast({ id: user_id = hipatia.id }: Caller) {
    const { id } = await newMail()
    const about = { kind: 'broadcast', subject_kind: 'broadcast', subject_id: id, cause_id: id } as const
    const notice = { id: newId(), user_id, ...about, actor_id: hipatia.id, created_at: community.clock.now }
    await insertRows(community.db, 'notices', [notice])
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
    await changeRows(community.db, 'users', { second_factor_at: 1 }, { id })
    return { id }
  }

  const accounts = { newApp, withApp, protectedAccount, another, newAccount, newInvitation, newList, newPasswordLink }
  const own = { ownPost, ownComment, ownMessage, ownLink, ownNews, ownBroadcast }
  return { ...accounts, ...own, newCategory, newForm, newMail }
}

export type Things = ReturnType<typeof createThings>
