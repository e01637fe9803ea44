/** Categories and accounts, by admins; sessions, password and preferences of everybody. */
import { createHash } from 'node:crypto'
import { type OwnThing, passwordOf, type Writer } from '../writer.ts'

/** Of each admin, so that mails have few recipients. */
const maxUsers = 1
const maxCategories = 6

/** Key of a session in the database, which has a hash of the token only. */
const sessionKey = (token: string) => createHash('sha256').update(token).digest('base64url')

const stateOf = ({ fields }: OwnThing) => `${fields.name}|${fields.state}`

/** One step of an account's life: created, renamed, deactivated, deleted. */
export async function changeUser(w: Writer) {
  const user = w.users.length >= maxUsers ? w.take(w.users) : undefined
  if (!user) return createUser(w)
  const key = `user ${user.marker}`
  if (user.fields.state === 'active' && !user.fields.isRenamed) {
    const renamed = { ...user, fields: { ...user.fields, name: `${user.marker} ${w.words(0)}`, isRenamed: 'yes' } }
    const answer = await w.perform('user renamed', { [key]: stateOf(renamed) }, () =>
      w.ask('PUT', `/auth/users/${user.id}`, { body: { name: renamed.fields.name } }),
    )
    w.users.push(answer ? renamed : user)
  } else if (user.fields.state === 'active') {
    const inactive = { ...user, fields: { ...user.fields, state: 'inactive' } }
    const answer = await w.perform('user deactivated', { [key]: stateOf(inactive) }, () =>
      w.ask('POST', `/auth/users/${user.id}/toggle-status`),
    )
    w.users.push(answer ? inactive : user)
  } else {
    const answer = await w.perform('user deleted', { [key]: undefined }, () =>
      w.ask('DELETE', `/auth/users/${user.id}`),
    )
    if (!answer) w.users.push(user)
  }
}

async function createUser(w: Writer) {
  const marker = w.newMarker()
  const user = { marker, id: '', fields: { name: `${marker} Nueva`, state: 'active' } }
  const body = { name: user.fields.name, email: `${marker}@alejandria.example`, password: 'una clave bastante larga' }
  const answer = await w.perform('user created', { [`user ${marker}`]: stateOf(user) }, () =>
    w.ask('POST', '/auth/users', { body }),
  )
  if (answer) w.users.push({ ...user, id: answer.body.id })
}

/** A category is created, renamed or deactivated, or deleted. */
export async function changeCategory(w: Writer) {
  const isNew = w.categories.length === 0 || (w.categories.length < maxCategories && w.random.happens(0.4))
  const category = isNew ? undefined : w.take(w.categories)
  if (!category) return createCategory(w)
  const key = `category ${category.marker}`
  if (w.random.happens(0.4)) {
    const answer = await w.perform('category deleted', { [key]: undefined }, () =>
      w.ask('DELETE', `/categories/${category.id}`),
    )
    if (!answer) w.categories.push(category)
    return
  }
  const isActive = w.random.happens(0.5)
  const name = `${category.marker} ${w.words(1)}`
  const changed = { ...category, fields: { name, state: isActive ? 'active' : 'inactive' } }
  const answer = await w.perform('category changed', { [key]: stateOf(changed) }, () =>
    w.ask('PUT', `/categories/${category.id}`, { body: { name, is_active: isActive } }),
  )
  w.categories.push(answer ? changed : category)
}

async function createCategory(w: Writer) {
  const marker = w.newMarker()
  const category = { marker, id: '', fields: { name: `${marker} ${w.words(1)}`, state: 'active' } }
  const answer = await w.perform('category created', { [`category ${marker}`]: stateOf(category) }, () =>
    w.ask('POST', '/categories', { body: { name: category.fields.name } }),
  )
  if (answer) w.categories.push({ ...category, id: answer.body.id })
}

const passwordNow = ({ name, account }: Writer) => passwordOf(name, account.passwordNumber)

const signIn = (w: Writer) =>
  w.askAsVisitor('POST', '/auth/login', { body: { name: w.name, password: passwordNow(w) } })

/** A second session. Of one that a kill interrupted nobody has the token. */
export async function openSession(w: Writer) {
  if (w.sessions.length >= 3) return endSession(w)
  const answer = await w.perform(
    'session opened',
    {},
    () => signIn(w),
    ({ access_token }) => ({ [`session ${sessionKey(access_token)}`]: 'open' }),
  )
  if (!answer) return
  w.sessions.push(answer.body.access_token)
  w.sessionKeys.add(sessionKey(answer.body.access_token))
  w.openKeys.add(sessionKey(answer.body.access_token))
}

export async function endSession(w: Writer) {
  const token = w.take(w.sessions)
  if (!token) return
  const headers = { authorization: `Bearer ${token}` }
  const send = () => w.askAsVisitor('POST', '/auth/logout', { headers })
  const answer = await w.perform('session ended', { [`session ${sessionKey(token)}`]: undefined }, send)
  if (!answer) return
  w.revoked.push(token)
  w.openKeys.delete(sessionKey(token))
}

/** A password change may have replaced the token, and nobody got the new one. */
async function signInAgain(w: Writer) {
  if ((await w.ask('GET', '/auth/me')).status !== 401) return
  const { status, body } = await signIn(w)
  if (status !== 200) throw new Error(`${w.name} can't sign in: ${status}`)
  w.account.token = body.access_token
}

/** Ends the other sessions in the same transaction. */
export async function changePassword(w: Writer) {
  const { account } = w
  const number = account.passwordNumber + 1
  const ended = w.sessions.splice(0)
  const effects = {
    [`password ${w.name}`]: `${number}`,
    ...Object.fromEntries([...w.openKeys].map((key) => [`session ${key}`, undefined])),
  }
  const body = { current_password: passwordNow(w), new_password: passwordOf(w.name, number) }
  const send = () => w.ask('POST', '/auth/change-password', { body })
  const answer = await w.perform('password changed', effects, send).catch((error) => {
    w.unfinished.push(() => signInAgain(w))
    throw error
  })
  if (!answer) return void w.sessions.push(...ended)
  w.revoked.push(...ended)
  w.openKeys.clear()
  w.account = { token: answer.body.access_token ?? account.token, passwordNumber: number }
}

export async function changePreferences(w: Writer) {
  const [comment_replies, weekly_digest] = [w.random.happens(0.5), w.random.happens(0.5)]
  await w.perform('preferences changed', { [`preferences ${w.name}`]: `${comment_replies}|${weekly_digest}` }, () =>
    w.ask('PUT', '/notifications/preferences', { body: { comment_replies, weekly_digest } }),
  )
}
