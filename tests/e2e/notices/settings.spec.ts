// The settings of notices: the form under the account, and following or muting a post.
import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { addComment } from '../../support/browser/pages/comments.ts'
import {
  choiceOf,
  followingRequest,
  hourField,
  quietHours,
  saveButton,
  settingsRequest,
  settingsSection,
  storedFollowing,
  storedSettings,
} from '../../support/browser/pages/notice-settings.ts'
import { bell, expectUnread } from '../../support/browser/pages/notices.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, type Page, type Screen, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notice settings' })

const saved = (page: Page) => toast(page, 'Los ajustes de los avisos están guardados.')
const hour = 60 * 60_000

const writers = [
  ['Telesila', 'phone', 'light'],
  ['Praxila', 'desktop', 'dark'],
] as const satisfies [string, Screen, 'light' | 'dark'][]
for (const [name, screen, colorScheme] of writers)
  test(`${name} comes from her notices, chooses, and saves by the keyboard (${screen}, ${colorScheme})`, async ({
    server,
    openAs,
  }) => {
    const person = await server.person(name)
    const before = await storedSettings(person)
    const page = await openAs(name, '/notices', { screen, colorScheme })
    await page.getByRole('link', { name: 'Elegir qué avisos recibes' }).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Qué avisos recibes' })).toBeFocused()
    await expect(choiceOf(page, 'Te nombran')).toHaveValue('push')
    await expect(choiceOf(page, 'Reaccionan a lo tuyo')).toHaveValue('here')
    // for administrators only
    await expect(choiceOf(page, 'Aceptan una invitación')).toHaveCount(0)
    await choiceOf(page, 'Te nombran').selectOption('Nada')
    await choiceOf(page, 'Reaccionan a lo tuyo').selectOption('Aquí y en tus dispositivos')
    await choiceOf(page, 'Mensajes que llegan a tus dispositivos').selectOption('Todos')
    await choiceOf(page, 'Silencio').selectOption('Una hora')
    await quietHours(page).press('Space')
    await hourField(page, 'Desde las').fill('23:30')
    await hourField(page, 'Hasta las').fill('07:15')
    await expectAccessible(page, `the settings of notices (${screen}, ${colorScheme})`)
    if (screen === 'phone') expect((await saveButton(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const from = Date.now()
    await saveButton(page).press('Enter')
    await expect(saved(page)).toBeVisible()
    const { silence_until, ...stored } = await storedSettings(person)
    expect(stored).toEqual({
      kinds: { ...before.kinds, mention: 'nothing', reaction: 'push' },
      ...{ chat: 'all', quiet_hours: { from: '23:30', to: '07:15' } },
    })
    expect(Date.parse(silence_until ?? '')).toBeGreaterThanOrEqual(from + hour)
    await expect(choiceOf(page, 'Silencio').locator('option:checked')).toHaveText(/^Hasta (hoy|mañana) a las? /)

    await page.reload()
    await expect(choiceOf(page, 'Te nombran')).toHaveValue('nothing')
    await expect(hourField(page, 'Hasta las')).toHaveValue('07:15')
    // the stored silence stays as it is, until it is ended
    await quietHours(page).uncheck()
    await saveButton(page).click()
    await expect(saved(page)).toBeVisible()
    expect(await storedSettings(person)).toEqual({ ...stored, silence_until, quiet_hours: null })
    await choiceOf(page, 'Silencio').selectOption('Sin silencio')
    await saveButton(page).click()
    await expect.poll(() => storedSettings(person)).toMatchObject({ silence_until: null })
  })

test('an hour that is missing is asked for, and after a failure all that was chosen is still there', async ({
  server,
  openAs,
  pageErrors,
}) => {
  const corina = await server.person('Corina')
  const before = await storedSettings(corina)
  const page = await openAs('Corina', '/account')
  await choiceOf(page, 'Te contestan').selectOption('Aquí')
  await quietHours(page).check()
  await hourField(page, 'Desde las').fill('')
  await saveButton(page).click()
  await expect(settingsSection(page).getByText('Elige una hora.')).toBeVisible()
  await expect(hourField(page, 'Desde las')).toBeFocused()
  await hourField(page, 'Desde las').fill('08:00')
  await saveButton(page).click()
  await expect(settingsSection(page).getByText('Tiene que ser otra hora.')).toBeVisible()
  await hourField(page, 'Desde las').fill('21:00')

  pageErrors.expect('503 PUT /api/notices/settings')
  await refuse(page, settingsRequest, 503, undefined, 'PUT')
  await saveButton(page).click()
  await expect(settingsSection(page).getByRole('alert')).toContainText('No se han podido guardar los ajustes')
  await expect(choiceOf(page, 'Te contestan')).toHaveValue('here')
  await expect(hourField(page, 'Desde las')).toHaveValue('21:00')
  expect(await storedSettings(corina)).toEqual(before)
  await page.unroute(settingsRequest)
  await saveButton(page).click()
  await expect(saved(page)).toBeVisible()
  expect(await storedSettings(corina)).toMatchObject({
    ...{ kinds: { answer: 'here' }, quiet_hours: { from: '21:00', to: '08:00' } },
  })
})

test('settings that can’t be read are asked for again with Reintentar; an administrator has the choice of invitations', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('503 GET /api/notices/settings')
  const page = await openAs('Hipatia', '/account', {
    before: async (page) => void (await refuse(page, settingsRequest, 503)),
  })
  await expect(settingsSection(page).getByRole('alert')).toContainText('Error al cargar los ajustes de los avisos')
  await page.unroute(settingsRequest)
  await settingsSection(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(choiceOf(page, 'Aceptan una invitación')).toHaveValue('here')
})

const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Avisos', exact: true })
const toggle = (page: Page, name: 'Seguir' | 'Silenciar') => page.getByRole('button', { name, exact: true })

for (const [name, screen] of [
  ['Nosis', 'phone'],
  ['Erina', 'desktop'],
] as const satisfies [string, Screen][])
  test(`${name} follows a post of Ana, and mutes it (${screen})`, async ({ server, openAs }) => {
    const [person, ana] = [await server.person(name), await server.person('Ana')]
    const post = await ana.createPost({ title: 'El faro' })
    const page = await openAs(name, `/blog/${post.id}`, { screen })
    await opener(page).press('Enter')
    await expect(toggle(page, 'Seguir')).toHaveAttribute('aria-pressed', 'false')
    await toggle(page, 'Seguir').press('Enter')
    await expect(toggle(page, 'Seguir')).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page, `the notices of a post (${screen})`)
    await expect.poll(() => storedFollowing(person, post)).toBe('following')
    await page.keyboard.press('Escape')
    await expect(toggle(page, 'Seguir')).toHaveCount(0)
    await expect(opener(page)).toBeFocused()

    // a followed post tells of its comments
    await bell(page).click()
    await addComment(ana, post, 'Añado algo')
    await expectUnread(page, 1)
    await page.goBack()
    await expectUnread(page, 0)
    await opener(page).click()
    await expect(toggle(page, 'Seguir')).toHaveAttribute('aria-pressed', 'true')
    await toggle(page, 'Silenciar').click()
    await expect(toggle(page, 'Silenciar')).toHaveAttribute('aria-pressed', 'true')
    await expect(toggle(page, 'Seguir')).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => storedFollowing(person, post)).toBe('muted')
    await toggle(page, 'Silenciar').click()
    await expect.poll(() => storedFollowing(person, post)).toBeNull()
  })

test('a choice that isn’t stored is taken back, and said', async ({ server, openAs, pageErrors }) => {
  const post = await server.hipatia.createPost({ title: 'El faro' })
  const mirtis = await server.person('Mirtis')
  const page = await openAs('Mirtis', `/blog/${post.id}`)
  await opener(page).click()
  pageErrors.expect('503 PUT /api/posts/{id}/following')
  await refuse(page, followingRequest, 503, undefined, 'PUT')
  await toggle(page, 'Silenciar').click()
  await expect(toast(page, 'No se ha podido guardar. Inténtalo de nuevo.')).toBeVisible()
  await expect(toggle(page, 'Silenciar')).toHaveAttribute('aria-pressed', 'false')
  expect(await storedFollowing(mirtis, post)).toBeNull()
})

test('a draft has no notices to choose', async ({ server, openAs }) => {
  const anite = await server.person('Anite')
  const draft = await anite.createDraft({ title: 'Un borrador' })
  const page = await openAs('Anite', `/blog/${draft.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Un borrador' })).toBeVisible()
  await expect(opener(page)).toHaveCount(0)
})
