// Where the focus is after an action, when nothing else in a test of that action says so.
import type { HttpHandler } from 'msw'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { factors } from '../../../contract/auth/factors.ts'
import { passkeys } from '../../../contract/auth/passkeys.ts'
import { invitations } from '../../../contract/auth/password-links.ts'
import { auth } from '../../../contract/auth.ts'
import { files } from '../../../contract/files.ts'
import { posts } from '../../../contract/posts.ts'
import { sessionEnded } from '../../../web/api/session.ts'
import { question } from '../../support/web/dialogs.ts'
import { earlier, everyPage, hipatia, idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { noFactors } from '../account/account-answers.ts'
import { account, adminAnswers } from '../auth/admin-answers.ts'
import { archive, fileOf, linkTo } from '../links/links.ts'
import { besidesPost, etag, post, titleField } from '../posts/posts.ts'

const main = page.getByRole('main')
const button = (name: string, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true }).first()
const heading = (name: string) => main.getByRole('heading', { level: 1, name, exact: true })
const login = page.getByRole('dialog', { name: 'Login' })

async function press(target: Locator) {
  await expect.element(target).toBeVisible()
  target.element().focus()
  await userEvent.keyboard('{Enter}')
}
async function signIn() {
  await login.getByRole('textbox', { name: 'Name' }).fill('Safo')
  await login.getByRole('textbox', { name: 'Password' }).fill('la clave de Safo')
  await userEvent.keyboard('{Enter}')
}
async function confirmed(name: string, within?: Locator) {
  await press(button(name, within))
  await press(button(name, question))
}

const signedIn = answer(auth.login, { access_token: 'token', user: safo })
const path = `/blog/${post.id}`
/** A post, or drafts, that the answers to actions change. */
function stored() {
  let now = { ...post, is_published: false, published_at: null as string | null }
  let drafts = ['Uno', 'Dos', 'Tres'].map((title, n) => ({ ...now, id: idOf(70 + n), title }))
  const drop = (id: string | undefined) => {
    drafts = drafts.filter((draft) => draft.id !== id)
  }
  return [
    answer(posts.read, () => now, etag),
    answer(posts.publish, ({ params, body }) => {
      drop(params.id)
      now = { ...now, ...(body as { is_published: boolean }), published_at: earlier }
      return now
    }),
    answer(posts.update, () => now, etag),
    answer(posts.remove, ({ params }) => {
      drop(params.id)
      return undefined
    }),
    answer(posts.drafts, () => drafts),
    answer(posts.list, []),
    ...besidesPost,
  ]
}
function archived() {
  let held = ['uno.txt', 'dos.txt'].map((name, n) => fileOf(name, { id: idOf(60 + n) }))
  return [
    answer(files.list, () => held),
    answer(files.remove, ({ params }) => {
      held = held.filter(({ id }) => id !== params.id)
      return undefined
    }),
    answer(files.addLink, linkTo('https://faro.example/')),
    ...archive(...held),
  ]
}
const link = { path: `/invitation/${'x'.repeat(43)}`, expires_at: earlier, is_mailed: true }
const invited = account(9, 'Erina', { has_second_factor: null })
const inviting = [
  answer(invitations.create, { user: invited, ...link }),
  answer(invitations.createList, [{ name: 'Erina', ...link }]),
  ...adminAnswers(),
]
const draftOf = (title: string) => page.getByRole('article').filter({ hasText: title })

interface Row {
  after: string
  is: string
  path: string
  as?: typeof safo | null
  answers: HttpHandler[]
  act: () => Promise<void>
  focus: Locator
}
const rows: Row[] = [
  {
    after: 'signing in at the home page',
    is: 'its heading',
    path: '/home',
    as: null,
    answers: [signedIn, ...everyPage(safo)],
    async act() {
      await press(button('Iniciar Sesión'))
      await signIn()
    },
    focus: heading('Alejandría'),
  },
  {
    after: 'signing in again on a page where the session ended',
    is: 'the field that had it',
    path: '/blog/create',
    answers: [signedIn, ...besidesPost],
    async act() {
      await titleField().fill('A medias')
      sessionEnded('token')
      await signIn()
    },
    focus: titleField(),
  },
  {
    after: 'adding a demanded second factor',
    is: 'the heading of the page behind it',
    path: '/home',
    as: { ...safo, must_add_factor: true },
    answers: [
      answer(factors.read, { ...noFactors, totp_since: earlier, has_factor: true, demanded_from: earlier }),
      answer(passkeys.list, { passkeys: [], has_password: true }),
      answer(auth.me, safo),
    ],
    act: () => press(button('Seguir')),
    focus: heading('Alejandría'),
  },
  {
    after: 'signing out',
    is: 'the heading of the home page',
    path: '/home',
    answers: [answer(auth.logout, undefined)],
    act: () => press(button('Cerrar Sesión')),
    focus: heading('Alejandría'),
  },
  {
    after: 'publishing a post',
    is: 'its heading',
    path,
    answers: stored(),
    act: () => confirmed('Publish'),
    focus: heading('El faro'),
  },
  {
    after: 'deleting a post',
    is: 'the heading of the blog',
    path,
    answers: stored(),
    act: () => confirmed('Delete'),
    focus: heading('Blog'),
  },
  {
    after: 'saving an edit of a post',
    is: 'its heading',
    path: `${path}/edit`,
    answers: stored(),
    async act() {
      await titleField().fill('El faro viejo')
      await press(button('Guardar Cambios'))
    },
    focus: heading('El faro'),
  },
  {
    after: 'publishing a draft',
    is: 'the next one',
    path: '/blog/drafts',
    answers: stored(),
    act: () => confirmed('Publicar', draftOf('Uno')),
    focus: draftOf('Dos'),
  },
  {
    after: 'deleting all drafts from the last one on',
    is: 'the heading',
    path: '/blog/drafts',
    answers: stored(),
    async act() {
      for (const title of ['Tres', 'Dos', 'Uno']) {
        await confirmed('Eliminar', draftOf(title))
        await expect.element(draftOf(title)).not.toBeInTheDocument()
      }
    },
    focus: heading('Mis Borradores'),
  },
  {
    after: 'deleting a file',
    is: 'the next one',
    path: '/files',
    answers: archived(),
    act: () => confirmed('Eliminar', page.getByRole('article', { name: 'uno.txt' })),
    focus: main.getByRole('listitem').filter({ has: page.getByRole('article', { name: 'dos.txt' }) }),
  },
  {
    after: 'closing the form of an upload',
    is: 'the button that opened it',
    path: '/files',
    answers: archived(),
    async act() {
      await press(button('Subir Archivo'))
      await press(button('Cancelar', page.getByRole('form', { name: 'Subir Archivo' })))
    },
    focus: button('Subir Archivo'),
  },
  {
    after: 'opening the form of a link',
    is: 'its first field',
    path: '/files',
    answers: archived(),
    act: () => press(button('Agregar URL')),
    focus: page.getByRole('textbox', { name: 'URL' }),
  },
  {
    after: 'adding a link',
    is: 'the button of its form',
    path: '/files',
    answers: archived(),
    async act() {
      await press(button('Agregar URL'))
      await page.getByRole('textbox', { name: 'URL' }).fill('https://faro.example/')
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('form', { name: 'Agregar URL' })).not.toBeInTheDocument()
    },
    focus: button('Agregar URL'),
  },
  {
    after: 'inviting somebody',
    is: 'the button that opened the form',
    path: '/admin',
    as: hipatia,
    answers: inviting,
    async act() {
      await press(button('Create User'))
      const dialog = page.getByRole('dialog', { name: 'Create User' })
      await dialog.getByLabelText('Name').fill('Erina')
      await dialog.getByLabelText('Email').fill('erina@telos.example')
      await userEvent.keyboard('{Enter}')
      await press(button('Hecho', page.getByRole('dialog', { name: 'La invitación de «Erina»' })))
    },
    focus: button('Create User'),
  },
  {
    after: 'inviting many',
    is: 'the button that opened the form',
    path: '/admin',
    as: hipatia,
    answers: inviting,
    async act() {
      await press(button('Invitar a varias personas'))
      const dialog = page.getByRole('dialog', { name: 'Invitar a varias personas' })
      await dialog.getByLabelText('Lista de personas').fill('Erina, erina@telos.example')
      await press(button('Invitar a 1 persona', dialog))
      await press(button('Hecho', page.getByRole('dialog', { name: '1 persona con invitación' })))
    },
    focus: button('Invitar a varias personas'),
  },
]

test.each(rows)('after $after, the focus is on $is', async ({ path, as, answers, act, focus }) => {
  await openPage(path, { answers, ...(as !== undefined && { as }) })
  await act()
  // a modal that has closed may move it once more
  const isToast = ({ ariaLabel }: Element) => ariaLabel === 'Mensaje'
  await expect.poll(() => page.getByRole('dialog').elements().every(isToast) && !question.query()).toBe(true)
  await expect.element(focus).toHaveFocus()
})
