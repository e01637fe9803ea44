// The accounts on the page of administrators: lists, forms and failures; with a server: tests/e2e/users.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { factorDemand } from '../../../contract/auth/factors.ts'
import { type Account, type UserChanges, users } from '../../../contract/users.ts'
import { loadedQueryClient } from '../../../web/api/loaded-query-client.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { question, toast } from '../../support/web/dialogs.ts'
import { closePage, hipatia, openPage } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textOf, textsOf } from '../../support/web/text.ts'
import { nothingMade } from '../account/account-answers.ts'
import { account, adminAnswers, nothingDemanded } from '../auth/admin-answers.ts'

const agora = account(11, 'Ágora Solís', { email: 'persona11@alejandria.example', phone: '+34 600 111 222' })
const avatar = 'https://elsewhere.example/calimaco.png'
const calimaco = account(12, 'Calímaco Ortiz', { email: 'persona12@alejandria.example', avatar })
const all = [agora, calimaco, account(2, 'Hipatia', { id: hipatia.id, role: 'admin' })]

/** The page of a server that keeps what is changed. */
async function openStored(search = '') {
  const held = { list: all }
  const answers = [
    answer(users.list, ({ query }) => {
      const [q, role, status] = ['q', 'role', 'status'].map((name) => query.get(name))
      const found = held.list.filter((one) => !q || `${one.phone} ${one.name}`.includes(q))
      const shown = found.filter(
        (one) => (!role || one.role === role) && (!status || one.is_active === (status === 'active')),
      )
      return query.get('direction') === 'desc' ? shown.toReversed() : shown
    }),
    answer(users.update, ({ params, body }) => {
      held.list = held.list.map((one) => (one.id === params.id ? { ...one, ...(body as UserChanges) } : one) as Account)
      return held.list.find(({ id }) => id === params.id) ?? agora
    }),
    answer(users.remove, ({ params }) => {
      held.list = held.list.filter(({ id }) => id !== params.id)
      return undefined
    }),
    answer(users.contents, nothingMade),
  ]
  await openPage(`/admin${search}`, { as: hipatia, answers: [...answers, ...adminAnswers()] })
  return held
}

const openUsers = (screen: 'desktop' | 'narrow' = 'desktop') =>
  openPage('/admin', { as: hipatia, screen, answers: [answer(users.list, all), ...adminAnswers()] })

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const pressIn = (row: string, name: string) => rowOf(row).getByRole('button', { name, exact: true }).click()
const create = page.getByRole('dialog', { name: 'Create User' })
const edit = page.getByRole('dialog', { name: 'Edit User' })
const save = edit.getByRole('button', { name: 'Guardar cambios' })
const submit = create.getByRole('button', { name: 'Crear usuario' })
const password = create.getByLabelText('Password', { exact: true })

async function fillCreate(name: string) {
  await create.getByLabelText('Name').fill(name)
  await create.getByLabelText('Email').fill('zenodoto@alejandria.example')
  await password.fill('la lista de Homero')
  await submit.click()
}

test('the page says that the users are loading, and shows all columns, actions and links', async () => {
  const held = holdBack(users.list)
  await openPage('/admin', { as: hipatia, answers: [held.handler, answer(users.list, all), ...adminAnswers()] })
  await expect.element(page.getByText('Cargando usuarios...')).toBeVisible()
  held.release()
  await expect.element(rowOf('Ágora Solís')).toBeVisible()
  const buttonsOf = (name: string) => textsOf(rowOf(name).getByRole('button'))
  const columns = ['Avatar', 'Name', 'Email', 'Phone', 'Role', 'Status', 'Created', 'Actions']
  expect(textsOf(page.getByRole('columnheader'))).toEqual(columns)
  for (const name of ['Manage Categories', 'Email Notifications', 'User Preferences'])
    await expect.element(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
  expect(textOf(rowOf('Ágora Solís'))).toMatch(/persona11@alejandria\.example.*\+34 600 111 222/)
  expect(rowOf('Calímaco Ortiz').element().querySelector('img'), 'of another site').toBeNull()
  expect(buttonsOf('Ágora Solís')).toEqual(['Edit', 'Deactivate', 'Delete'])
  expect(buttonsOf('Hipatia')).toEqual(['Edit'])
  await expectAccessible('the accounts')
})

test('on a small phone the users are cards, sorted with a select', async () => {
  await openUsers('narrow')
  await expect.element(rowOf('Ágora Solís')).toBeVisible()
  const card = rowOf('Ágora Solís').element()
  const left = (part: Element | null | undefined) => Math.round(part?.getBoundingClientRect().x ?? -1)
  const phone = rowOf('Ágora Solís').getByText('+34 600 111 222').element().parentElement
  expect(left(card.querySelector('svg'))).toBe(left(phone))
  await expect.element(rowOf('Ágora Solís').getByText('Active')).toBeVisible()
  await expect.element(rowOf('Calímaco Ortiz').getByText('Sin teléfono')).not.toBeVisible()
  await expectAccessible('the cards')
  nowAnswer(answer(users.list, ({ query }) => (query.get('direction') === 'desc' ? all.toReversed() : all)))
  await page.getByLabelText('Ordenar por').selectOptions('Name, de la Z a la A')
  await expect.poll(() => textOf(page.getByRole('rowheader').last())).toContain('Ágora Solís')
  expect(location.search).toContain('direction=desc')
})

test('the search waits until typing pauses, without a request for each key', async () => {
  const asked: (string | null)[] = []
  await openUsers()
  await expect.element(rowOf('Calímaco Ortiz')).toBeVisible()
  nowAnswer(
    answer(users.list, ({ query }) => {
      asked.push(query.get('q'))
      return [calimaco]
    }),
  )
  await page.getByRole('searchbox', { name: 'Buscar' }).click()
  stopTimers()
  for (const letter of 'calí') {
    document.execCommand('insertText', false, letter)
    await passes(20)
  }
  expect(asked).toEqual([])
  await passes(1000)
  await soon(() => rowOf('Ágora Solís').query() === null)
  expect(asked).toEqual(['calí'])
})

test('a name that is taken, and missing fields, show errors at their fields; the typed values stay', async () => {
  await openUsers()
  await page.getByRole('button', { name: 'Create User' }).click()
  await submit.click()
  await expect.element(create.getByText('El nombre es requerido')).toBeVisible()
  await expect.element(create.getByText('El correo es requerido')).toBeVisible()
  const message = 'Ya existe un usuario con ese nombre.'
  nowAnswer(refuse(users.create, 409, message, 'name_taken', { errors: [{ field: 'name', message }] }))
  await fillCreate('agora solis')
  await expect.element(create.getByText(message)).toBeVisible()
  await expect.element(create.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(create.getByLabelText('Name')).toHaveFocus()
  await expect.element(create.getByLabelText('Email')).toHaveValue('zenodoto@alejandria.example')
})

test.each([undefined, 'Hoy no.'])('a failed action on a user shows an error (%s)', async (detail) => {
  await openPage('/admin', { as: hipatia, answers: [refuse(users.list, 500, detail), ...adminAnswers()] })
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert.getByText(detail ?? 'Failed to fetch users')).toBeVisible()
  nowAnswer(answer(users.list, all))
  for (const row of [users.create, users.update, users.toggleStatus, users.remove, users.contents])
    nowAnswer(refuse(row, 500, detail))
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(rowOf('Calímaco Ortiz')).toBeVisible()

  await page.getByRole('button', { name: 'Create User' }).click()
  await fillCreate('Zenódoto')
  await expect.element(create.getByRole('alert').getByText(detail ?? 'Failed to create user')).toBeVisible()
  await expect.element(create.getByLabelText('Name')).toHaveValue('Zenódoto')
  await expect.element(password).toHaveValue('la lista de Homero')
  await create.getByRole('button', { name: 'Cancelar' }).click()

  await pressIn('Calímaco Ortiz', 'Edit')
  await edit.getByLabelText('Phone').fill('600 555 666')
  await save.click()
  await expect.element(edit.getByRole('alert').getByText(detail ?? 'Failed to update user')).toBeVisible()
  await expect.element(edit.getByLabelText('Phone')).toHaveValue('600 555 666')
  await edit.getByRole('button', { name: 'Cancelar' }).click()

  await pressIn('Calímaco Ortiz', 'Deactivate')
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect.element(toast(detail ?? 'Failed to toggle user status')).toBeVisible()
  expect(textOf(rowOf('Calímaco Ortiz'))).toContain('Active')
  await pressIn('Calímaco Ortiz', 'Delete')
  // without the counts of the person's contents
  await expect.poll(() => textOf(question)).toMatch(/Todo lo que ha escrito y subido.*Sus borradores, que solo verán/)
  await question.getByRole('button', { name: 'Eliminar' }).click()
  if (!detail) await expect.element(toast('Failed to delete user')).toBeVisible()
  await expect.element(rowOf('Calímaco Ortiz')).toBeVisible()
})

test('the accounts are sorted by the column headers, and the address keeps search and filters', async () => {
  await openStored('?q=o')
  const head = (name: string) => page.getByRole('columnheader', { name })
  const names = () => textOf(page.getByRole('rowheader').first())
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  const role = page.getByRole('combobox', { name: 'Role' })
  await expect.element(page.getByRole('heading', { name: '2 usuarios' })).toBeVisible()
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await head('Name').getByRole('button').click()
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toContain('Calímaco Ortiz')
  await head('Email').getByRole('button').click()
  await expect.element(head('Email')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(head('Name')).not.toHaveAttribute('aria-sort')
  await head('Created').getByRole('button').click()
  await expect.element(head('Created')).toHaveAttribute('aria-sort', 'descending')
  await search.fill('Hipatia')
  await role.selectOptions('admin')
  await expect.poll(names).toContain('Hipatia')
  const address = location.search
  closePage()
  await openStored(address)
  await expect.element(search).toHaveValue('Hipatia')
  await expect.element(role).toHaveValue('admin')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('inactive')
  await expect.element(page.getByText('No hay usuarios que coincidan con esos filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect.element(search).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: '3 usuarios' })).toHaveFocus()
})

test('an account is deactivated, activated and deleted, the focus stays in the list; an edit leaves others’ changes', async () => {
  await openStored()
  const row = rowOf('Calímaco Ortiz')
  await pressIn('Calímaco Ortiz', 'Deactivate')
  await expect.poll(() => textOf(question)).toContain('Sus sesiones se cierran ahora mismo')
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect.element(toast('«Calímaco Ortiz» está inactivo: sus sesiones se han cerrado.')).toBeVisible()
  await expect.element(row.getByText('Inactive', { exact: true })).toBeVisible()
  await pressIn('Calímaco Ortiz', 'Activate')
  await expect.element(row.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await expect
    .poll(() => sentTo(users.update), { message: 'of two admins at once the second doesn’t turn it back' })
    .toEqual([{ is_active: false }, { is_active: true }])
  await pressIn('Calímaco Ortiz', 'Delete')
  await expect.poll(() => textOf(question)).toContain('Nada: no ha escrito ni subido nada')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '2 usuarios' })).toHaveFocus()

  const held = await openStored('?q=Ortiz&status=active')
  await pressIn('Calímaco Ortiz', 'Edit')
  held.list = all.map((one) => (one === calimaco ? { ...one, email: 'calimaco@alejandria.example' } : one))
  await edit.getByLabelText('Phone').fill('600 555 666')
  await save.click()
  await expect.poll(() => textOf(rowOf('Calímaco Ortiz'))).toMatch(/calimaco@alejandria\.example.*600 555 666/)
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(() => sentTo(users.update).slice(2)).toEqual([{ phone: '600 555 666' }])

  const deactivate = rowOf('Calímaco Ortiz').getByRole('button', { name: 'Deactivate' })
  await expect.element(deactivate).toBeVisible()
  ;(deactivate.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect.element(rowOf('Calímaco Ortiz')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '0 usuarios' })).toHaveFocus()
})

const contents = { posts: 1, drafts: 1, comments: 2, messages: 0, news: 0, links: 0, files: 1, bytes: 2048 }
test.each(['desktop', 'narrow'] as const)('before a deletion it says what stays and goes (%s)', async (screen) => {
  await openUsers(screen)
  nowAnswer(answer(users.contents, contents))
  await pressIn('Calímaco Ortiz', 'Delete')
  await expect.element(question).toHaveAccessibleName('¿Eliminar la cuenta de «Calímaco Ortiz»?')
  await expect.element(question.getByText(/2\s?comentarios/)).toBeVisible()
  expect(textsOf(question.getByRole('listitem'))).toEqual([
    '1 post, 2 comentarios y 1 archivo (2.00 KB)',
    '1 borrador, que solo verán los administradores',
    'Lo que consta de su cuenta en Actividad',
    'Su cuenta: el correo, el teléfono, la imagen, la contraseña y las preferencias',
    'Sus sesiones, que se cierran ahora mismo',
  ])
  await expect
    .element(question)
    .toHaveAccessibleDescription(
      /no se puede deshacer\..*1\spost.*copias de seguridad ya hechas conservarán su cuenta.*tiene que hacerlo antes/s,
    )
  await expect.element(question.getByRole('button', { name: 'Eliminar' })).toBeInViewport({ ratio: 1 })
  await expectAccessible('the question')
})

test('a user without an id can’t be changed, nor one’s own password and sessions', async () => {
  const list = answerPages(users.list, [{ ...calimaco, id: '' }, ...all.slice(2)], 50) // against the contract
  await openPage('/admin', { as: hipatia, answers: [list, ...adminAnswers()] })
  await pressIn('Calímaco Ortiz', 'Edit')
  await edit.getByLabelText('Phone').fill('600 000 000')
  await save.click()
  await expect.element(edit.getByRole('alert').getByText(/User ID is missing/)).toBeVisible()
  await edit.getByRole('button', { name: 'Cancelar' }).click()

  await pressIn('Hipatia', 'Edit')
  await expect.element(edit.getByText('Tu propia contraseña se cambia en «Administrar cuenta».')).toBeVisible()
  await expect.element(edit.getByLabelText('Email')).toBeVisible()
  await expect.element(edit.getByLabelText(/password/i)).not.toBeInTheDocument()
  await expect.element(edit.getByRole('button', { name: /contraseña|enlace|sesiones/i })).not.toBeInTheDocument()
})

test('the page keeps no password of a user after it has been saved', async () => {
  const kept = () => JSON.stringify(loadedQueryClient.get()?.getMutationCache().getAll())
  const zenodoto = account(13, 'Zenódoto', { email: 'zenodoto@alejandria.example' })
  const created = holdBack(users.create)
  const stored = [answer(users.create, zenodoto), answer(users.update, zenodoto)]
  const answers = [created.handler, ...stored, answer(users.list, [zenodoto]), ...adminAnswers()]
  await openPage('/admin', { as: hipatia, answers })
  await page.getByRole('button', { name: 'Create User' }).click()
  await fillCreate('Zenódoto')
  await expect.poll(kept).toContain('la lista de Homero')
  created.release()
  await expect.element(create).not.toBeInTheDocument()
  await expect.poll(kept).not.toContain('Homero')
  await pressIn('Zenódoto', 'Edit')
  await edit.getByLabelText('New password').fill('otra lista de Homero')
  await save.click()
  await expect.element(edit).not.toBeInTheDocument()
  await expect.poll(kept).not.toContain('Homero')
  await expect.poll(() => sentTo(users.update)).toMatchObject([{ password: 'otra lista de Homero' }])
})

test('on the first day the first step comes first, and what is optional last, in sentences about one person', async () => {
  const alone = answer(factorDemand.read, { ...nothingDemanded, members: 1, members_without: 1, admins_without: 1 })
  const answers = [answer(users.list, all.slice(2)), alone, ...adminAnswers()]
  await openPage('/admin', { as: hipatia, screen: 'narrow', answers })
  const first = page.getByRole('status').filter({ hasText: 'Por ahora solo estás tú' })
  await expect.element(first).toBeVisible()
  const demand = page.getByRole('region', { name: 'Segundo paso obligatorio' })
  await expect.element(demand).toMatchTextContent('cada persona decide si lo añade. Tú todavía no lo tienes.')
  await expect.element(demand.getByRole('button', { name: 'Ver quiénes' })).not.toBeInTheDocument()
  const order = first.element().compareDocumentPosition(demand.element())
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await expectAccessible('the first day')
  await first.getByRole('button', { name: 'Invitar a los demás' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Invitar a varias personas' })).toBeVisible()
  // the note is gone after inviting, the button above isn't
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Invitar a varias personas' })).toHaveFocus()
})
