// 'Primeros pasos', of administrators: on the home page, in Admin, and the way back to them in Estado.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mail } from '../../../contract/mail.ts'
import {
  type FirstSteps,
  firstSteps,
  type MissingCode,
  type SetAside,
  type StepName,
} from '../../../contract/operator/first-steps.ts'
import { state } from '../../../contract/state.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { toast } from '../../support/web/dialogs.ts'
import { hipatia, openPage, safo, type screens } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textOf, textsOf } from '../../support/web/text.ts'
import { adminAnswers } from '../auth/admin-answers.ts'
import { fine } from '../state/fine.ts'

const ofNewCommunity: Record<StepName, MissingCode[]> = {
  account: ['own_name', 'own_address', 'own_password'],
  categories: ['categories'],
  address: ['public_url'],
  mail: ['mail_server'],
  snapshots: ['snapshot_place'],
  invitations: ['others'],
  imports: ['imports'],
}
const nothing = Object.fromEntries(
  Object.keys(ofNewCommunity).map((name) => [name, []]),
) as unknown as typeof ofNewCommunity

const found = (missing: Partial<typeof ofNewCommunity> = {}, more: Partial<FirstSteps> = {}): FirstSteps => ({
  is_put_away: false,
  steps: Object.entries({ ...nothing, ...missing }).map(([name, codes]) => ({
    name: name as StepName,
    missing: codes,
    is_set_aside: false,
  })),
  test_mail: null,
  ...more,
})

const openAdmin = (steps: FirstSteps, screen: keyof typeof screens = 'desktop') =>
  openPage('/admin', { as: hipatia, screen, answers: [answer(firstSteps.read, steps), ...adminAnswers()] })

const list = page.getByRole('region', { name: 'Primeros pasos' })
const step = (name: string) => list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const stateOf = (name: string) => step(name).getByText(/^(hecho|falta|no hace falta)$/)
const open = (name: string) => step(name).getByText(name, { exact: true }).click()

test.each(['desktop', 'phone'] as const)(
  'on a %s Hipatia reads each step of a new community with its state',
  async (screen) => {
    await openAdmin(found(ofNewCommunity), screen)
    await expect.element(list).toBeVisible()
    expect(textOf(list)).toContain('Quedan 7 pasos. Cada uno se marca solo en cuanto está hecho.')
    expect(textsOf(list.getByText(/^falta$/))).toHaveLength(7)
    // the first one is open, with all that is missing
    await expect.element(step('Tu cuenta').getByText('Todavía te llamas «admin».', { exact: false })).toBeVisible()
    const choosePassword = step('Tu cuenta').getByRole('link', { name: 'Elegir mi contraseña' })
    await expect.element(choosePassword).toHaveAttribute('href', '/account')
    await expect.element(step('La dirección del sitio').getByText('PUBLIC_URL')).not.toBeVisible()
    for (const [name, said] of [
      ['Las categorías', 'Ir a las categorías'],
      ['La dirección del sitio', 'PUBLIC_URL'],
      ['El correo', 'SMTP_URL'],
      ['Las copias de seguridad', 'BACKUP_TO'],
      ['Las invitaciones', 'Escribir la lista'],
      ['Lo que ya teníais', 'import whatsapp ARCHIVO.zip --dry-run'],
    ] as const) {
      await open(name)
      expect(textOf(step(name))).toContain(said)
    }
    await expectAccessible('all steps')
  },
)

test('the next step opens by itself when the one before is done', async () => {
  await openAdmin(found({ categories: ['categories'], address: ['https'] }))
  await expect.element(stateOf('Tu cuenta')).toHaveTextContent('hecho')
  await expect.element(step('Las categorías').getByRole('link')).toBeVisible()
  nowAnswer(answer(firstSteps.read, found({ address: ['https'] })))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(stateOf('Las categorías')).toHaveTextContent('hecho')
  await expect.element(step('La dirección del sitio').getByText('viaja sin cifrar', { exact: false })).toBeVisible()
})

test('the step of invitations leads to the list of people', async () => {
  await openAdmin(found({ invitations: ['others'] }))
  await step('Las invitaciones').getByRole('button', { name: 'Escribir la lista' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Invitar a varias personas' })).toBeVisible()
})

test('a command is copied by its button; without a clipboard it is selected, and that is said', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await openAdmin(found({ imports: ['imports'] }))
  const copy = step('Lo que ya teníais').getByRole('button', { name: 'Copiar' })
  await copy.nth(1).click()
  await expect.element(step('Lo que ya teníais').getByRole('button', { name: 'Copiada' })).toBeVisible()
  expect(copied).toEqual(['npm run admin -- import wordpress ARCHIVO.xml --dry-run'])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await copy.first().click()
  await expect.element(step('Lo que ya teníais').getByText('No se ha podido copiar.', { exact: false })).toBeVisible()
  expect(getSelection()?.toString().trim()).toBe('npm run admin -- import whatsapp ARCHIVO.zip --dry-run')
})

const sent = { email: 'hipatia@alejandria.example', reason: null, queued_at: '2026-03-02T09:00:00.000Z' }
const withTest = (test_mail: FirstSteps['test_mail'], missing: MissingCode[] = ['accepted_mail']) =>
  answer(firstSteps.read, found({ mail: missing }, { test_mail }))

test('a test mail waits for the mail server, and its answer stays in sight when the step is done by it', async () => {
  await openAdmin(found({ mail: ['accepted_mail'] }))
  const button = step('El correo').getByRole('button', { name: 'Enviar una prueba' })
  await expect.element(button).toBeVisible()
  nowAnswer(
    answer(mail.sendTest, { success: true, message: 'Notificación de prueba enviada exitosamente a tu correo' }),
    withTest({ ...sent, state: 'waiting' }),
  )
  await button.click()
  await expect.element(step('El correo').getByText('Esperando la respuesta del servidor de correo…')).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  nowAnswer(withTest({ ...sent, state: 'refused', reason: '535 no te conozco' }))
  await expect.element(step('El correo').getByText('535 no te conozco')).toBeVisible()
  await expectAccessible('a refused test')
  nowAnswer(answer(firstSteps.read, found({ snapshots: ['snapshot'] }, { test_mail: { ...sent, state: 'accepted' } })))
  await button.click()
  await expect.element(stateOf('El correo')).toHaveTextContent('hecho')
  await expect
    .element(step('El correo').getByText('ha aceptado la prueba para hipatia@alejandria.example', { exact: false }))
    .toBeVisible()
})

test('a test mail that can’t be queued says why', async () => {
  await openAdmin(found({ mail: ['accepted_mail'] }))
  nowAnswer(refuse(mail.sendTest, 429, 'Has enviado muchos correos.'))
  await step('El correo').getByRole('button', { name: 'Enviar una prueba' }).click()
  await expect.element(step('El correo').getByText('Has enviado muchos correos.')).toBeVisible()
})

test('an optional step is set aside and taken back; the last one gone, a friendly word ends the list', async () => {
  const aside = (is_set_aside: boolean) => {
    const steps = found({ imports: ['imports'] })
    return { ...steps, steps: steps.steps.map((one) => (one.name === 'imports' ? { ...one, is_set_aside } : one)) }
  }
  await openAdmin(found({ mail: ['mail_server'], imports: ['imports'] }))
  nowAnswer(
    answer(firstSteps.setAside, ({ body }) => {
      const { name, is_set_aside } = body as SetAside
      expect(name).toBe('imports')
      return {
        ...aside(is_set_aside),
        steps: aside(is_set_aside).steps.map((one) =>
          one.name === 'mail' ? { ...one, missing: ['mail_server' as const] } : one,
        ),
      }
    }),
  )
  await open('Lo que ya teníais')
  await step('Lo que ya teníais').getByRole('button', { name: 'No hace falta' }).click()
  await expect.element(stateOf('Lo que ya teníais')).toHaveTextContent('no hace falta')
  await expect.element(list.getByRole('heading')).toHaveFocus()
  await step('Lo que ya teníais').getByRole('button', { name: 'Sí hace falta' }).click()
  await expect.element(stateOf('Lo que ya teníais')).toHaveTextContent('falta')
  nowAnswer(answer(firstSteps.read, aside(true)))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(page.getByText('Los primeros pasos están dados')).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect.element(page.getByText('Los primeros pasos están dados')).not.toBeInTheDocument()
})

test('put away, the list is gone for all administrators, and Estado brings it back', async () => {
  await openAdmin(found({ imports: ['imports'] }))
  nowAnswer(answer(firstSteps.setAside, found({ imports: ['imports'] }, { is_put_away: true })))
  await list.getByRole('button', { name: 'Ocultar' }).click()
  await expect.element(toast('Los primeros pasos están ocultos. Puedes volver a verlos desde «Estado».')).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(sentTo(firstSteps.setAside)).toEqual([{ name: 'all', is_set_aside: true }])

  const hidden = found({ imports: ['imports'] }, { is_put_away: true })
  const answers = [answer(firstSteps.read, hidden), ...adminAnswers()]
  await openPage('/admin/state', { as: hipatia, answers })
  const showAgain = page.getByRole('button', { name: 'Volver a mostrarlos' })
  await expect.element(showAgain).toBeVisible()
  nowAnswer(
    answer(firstSteps.setAside, found({ imports: ['imports'] })),
    answer(firstSteps.read, found({ imports: ['imports'] })),
  )
  await showAgain.click()
  await expect.element(list).toBeVisible()
  expect(location.pathname).toBe('/admin')
})

test('a change that fails says so, and the list stays', async () => {
  await openAdmin(found({ imports: ['imports'] }))
  nowAnswer(refuse(firstSteps.setAside, 500))
  await list.getByRole('button', { name: 'Ocultar' }).click()
  await expect.element(toast('No se ha podido guardar. Inténtalo de nuevo.')).toBeVisible()
  await expect.element(list).toBeVisible()
})

const notice = page.getByRole('status').filter({ hasText: 'Primeros pasos' })

test.each(['desktop', 'narrow'] as const)(
  'the home page of a %s says how many steps are left, and leads to them',
  async (screen) => {
    const answers = [
      answer(firstSteps.read, found({ categories: ['categories'], imports: ['imports'] })),
      ...adminAnswers(),
    ]
    await openPage('/home', { as: hipatia, screen, answers })
    await expect.element(notice).toBeVisible()
    expect(textOf(notice)).toContain('Quedan 2 pasos. El siguiente: las categorías.')
    await expectAccessible('the notice')
    await notice.getByRole('link', { name: 'Ver los pasos' }).click()
    await expect.element(list).toBeVisible()
  },
)

test.each([
  ['all is done', answer(firstSteps.read, found())],
  ['the list is put away', answer(firstSteps.read, found(ofNewCommunity, { is_put_away: true }))],
  ['the server fails', refuse(firstSteps.read, 500)],
])('nothing is on the home page, in Admin, or said about it while %s', async (_, handler) => {
  await openPage('/home', { as: hipatia, answers: [handler] })
  await expect.element(page.getByRole('heading', { name: 'Desde tu última visita' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  await openPage('/admin', { as: hipatia, answers: [handler, ...adminAnswers()] })
  await expect.element(page.getByRole('link', { name: 'Manage Categories' })).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
})

test('Safo, who is no administrator, isn’t asked about', async () => {
  await openPage('/home', { as: safo })
  await expect.element(page.getByRole('heading', { name: 'Desde tu última visita' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

test('Estado doesn’t speak of a hidden list whose steps are done', async () => {
  const answers = [answer(firstSteps.read, found({}, { is_put_away: true })), answer(state.read, fine)]
  await openPage('/admin/state', { as: hipatia, answers })
  await expect.element(page.getByText('Todo bien')).toBeVisible()
  expect(page.getByText('Los primeros pasos están ocultos').elements()).toEqual([])
})
