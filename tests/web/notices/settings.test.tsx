// The settings of notices under the account, and following or muting a post.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notices } from '../../../contract/notices/notices.ts'
import type { Following, NoticeSettings, NoticeSettingsChanges } from '../../../contract/notices/settings.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { toast } from '../../support/web/dialogs.ts'
import { hipatia, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { accountAnswers, noticeSettings } from '../account/account-answers.ts'
import { besidesPost, etag, post } from '../posts/posts.ts'

const main = page.getByRole('main')
const section = main.getByRole('region', { name: 'Notificaciones', exact: true })
const choiceOf = (name: string) => section.getByRole('combobox', { name, exact: true })
const quietHours = section.getByRole('checkbox', { name: 'Nada en tus dispositivos a ciertas horas' })
const from = section.getByLabelText('Desde las', { exact: true })
/** Tab leads to the minutes. */
const leave = () => (from.element() as HTMLElement).blur()
const saved = toast('Tus notificaciones están guardadas.')

test.each(['desktop', 'phone'] as const)(
  'each choice is saved at once, or taken back; an hour that is missing isn’t (%s)',
  async (screen) => {
    let stored = noticeSettings
    const update = answer(notices.updateSettings, ({ body }) => {
      const { kinds, ...others } = body as NoticeSettingsChanges
      stored = { ...stored, ...others, kinds: { ...stored.kinds, ...kinds } } as NoticeSettings
      return stored
    })
    await openPage('/account#avisos', { screen, answers: [update, ...accountAnswers()] })
    await expect.element(section.getByRole('heading', { level: 2 })).toHaveFocus()
    // for administrators only
    await expect.element(choiceOf('Aceptan una invitación')).not.toBeInTheDocument()
    await choiceOf('Te contestan').selectOptions('Aquí')
    await choiceOf('Mensajes que llegan a tus dispositivos').selectOptions('Todos')
    await expect.element(saved.last()).toBeVisible()
    await expect.poll(() => stored).toMatchObject({ kinds: { answer: 'here' }, chat: 'all', quiet_hours: null })
    await quietHours.click()
    await expect.poll(() => stored.quiet_hours).toEqual({ from: '22:00', to: '08:00' })
    const count = sentTo(notices.updateSettings).length
    for (const [hour, error] of [
      ['', 'Elige una hora.'],
      ['08:00', 'Tiene que ser otra hora.'],
    ] as const) {
      await from.fill(hour)
      leave()
      await expect.element(section.getByText(error)).toBeVisible()
    }
    await expectAccessible('the settings of notices')
    expect(sentTo(notices.updateSettings)).toHaveLength(count)
    await from.fill('21:00')
    leave()
    await expect.poll(() => stored.quiet_hours).toEqual({ from: '21:00', to: '08:00' })
    nowAnswer(refuse(notices.updateSettings, 503))
    await choiceOf('Te contestan').selectOptions('Nada')
    await expect.element(section.getByRole('alert')).toMatchTextContent('No se han podido guardar los ajustes')
    await expect.element(choiceOf('Te contestan')).toHaveValue('here')
    await expect.element(from).toHaveValue('21:00')
  },
)

test('an hour that Safo types while another choice is being saved stays', async () => {
  const held = holdBack(notices.updateSettings)
  const stored = { ...noticeSettings, quiet_hours: { from: '22:00', to: '08:00' } }
  const answers = [held.handler, answer(notices.updateSettings, stored), ...accountAnswers()]
  await openPage('/account#avisos', { answers })
  await quietHours.click()
  await from.fill('21:00')
  held.release()
  await expect.element(saved.last()).toBeVisible()
  await expect.element(from).toHaveValue('21:00')
  leave()
  await expect
    .poll(() => sentTo(notices.updateSettings).at(-1))
    .toMatchObject({ quiet_hours: { from: '21:00', to: '08:00' } })
})

test('settings that can’t be read are asked for again with Reintentar; an administrator has the choice of invitations', async () => {
  await openPage('/account', { as: hipatia, answers: [refuse(notices.readSettings, 503), ...accountAnswers()] })
  await expect.element(section.getByRole('alert')).toMatchTextContent('Error al cargar las notificaciones')
  nowAnswer(answer(notices.readSettings, noticeSettings))
  await section.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(choiceOf('Aceptan una invitación')).toHaveValue('here')
})

const opener = (name: 'Seguir' | 'Siguiendo' | 'Silenciado' | 'Seguimiento') =>
  main.getByRole('button', { name, exact: true }).filter({ hasNotText: 'aviso' })
const toggle = (name: 'Seguir' | 'Silenciar') =>
  main.getByRole('button', { name, exact: true }).filter({ hasText: 'aviso' })

test('until it is known if a post is followed or muted its button says neither, in the same place', async () => {
  const answers = [answer(posts.read, { ...post, author_id: hipatia.id }, etag), ...besidesPost]
  for (const [state, label] of [
    ['muted', 'Silenciado'],
    [null, 'Seguir'],
  ] as const) {
    const known = holdBack(notices.readFollowing)
    await openPage(`/blog/${post.id}`, {
      screen: 'narrow',
      answers: [known.handler, answer(notices.readFollowing, { state }), ...answers],
    })
    await expect.element(opener('Seguimiento')).toBeVisible()
    const { x, width } = opener('Seguimiento').element().getBoundingClientRect()
    known.release()
    await expect.element(opener(label)).toBeVisible()
    expect(opener(label).element().getBoundingClientRect()).toMatchObject({ x, width })
  }
  await openPage(`/blog/${post.id}`, { answers: [refuse(notices.readFollowing, 404), ...answers] })
  await opener('Seguimiento').click()
  await expect.element(main.getByRole('alert').getByRole('button', { name: 'Reintentar' })).toBeVisible()
})

test('a post is followed or muted, not both, and its button says which; a choice that isn’t stored is taken back, and said; a draft has none', async () => {
  const answers = [answer(posts.read, { ...post, author_id: hipatia.id }, etag), ...besidesPost]
  const follow = answer(notices.follow, ({ body }) => body as Following)
  await openPage(`/blog/${post.id}`, { screen: 'narrow', answers: [refuse(notices.follow, 503), ...answers] })
  await opener('Seguir').click()
  expect(opener('Seguir').element().getBoundingClientRect().height).toBe(44)
  await toggle('Silenciar').click()
  await expect.element(toast('No se ha podido guardar. Inténtalo de nuevo.')).toBeVisible()
  await expect.element(toggle('Silenciar')).toHaveAttribute('aria-pressed', 'false')
  nowAnswer(follow)
  for (const [chosen, other, state] of [
    ['Seguir', 'Silenciar', 'Siguiendo'],
    ['Silenciar', 'Seguir', 'Silenciado'],
  ] as const) {
    await toggle(chosen).click()
    await expect.element(toggle(chosen)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(toggle(other)).toHaveAttribute('aria-pressed', 'false')
    await expect.element(opener(state)).toBeVisible()
  }
  await expectAccessible('the notices of a post')
  await toggle('Silenciar').click()
  await expect.element(toggle('Silenciar')).toHaveAttribute('aria-pressed', 'false')
  const states = () => sentTo(notices.follow).map((body) => (body as Following).state)
  await expect.poll(states).toEqual(['muted', 'following', 'muted', null])
  await userEvent.keyboard('{Escape}')
  await expect.element(toggle('Seguir')).not.toBeInTheDocument()
  await expect.element(opener('Seguir')).toHaveFocus()

  // comments on an own post are told of in any case
  await openPage(`/blog/${post.id}`, { answers: [answer(posts.read, post, etag), ...answers] })
  await opener('Siguiendo').click()
  await expect.element(toggle('Silenciar')).toBeVisible()
  await expect.element(toggle('Seguir')).not.toBeInTheDocument()

  const draft = { ...post, is_published: false, published_at: null }
  await openPage(`/blog/${post.id}`, { answers: [answer(posts.read, draft, etag), ...answers] })
  await expect.element(main.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await expect.element(opener('Siguiendo')).not.toBeInTheDocument()
})
