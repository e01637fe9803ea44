// The page Estado, and the line about it on the page of administrators, in all their states.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type State, state } from '../../../contract/state.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { hipatia, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse } from '../../support/web/server.ts'
import { textOf } from '../../support/web/text.ts'
import { adminAnswers } from '../auth/admin-answers.ts'
import { fine } from './fine.ts'

/** The row of a group with this name. */
const row = (name: string) => {
  const term = [...document.querySelectorAll('dl > div')].find((one) => one.querySelector('dt')?.textContent === name)
  return term?.textContent?.replace(/\s+/g, ' ') ?? ''
}

const reason = 'BACKUP_TO /mnt/disco is not there: is its disk mounted?'
const needingCare: State = {
  ...fine,
  status: 'care',
  care: ['disk_low', 'snapshot_failed', 'snapshot_unverified', 'mail_held', 'errors', 'slow_requests'],
  disk: { free_bytes: 1.5 * 2 ** 30, total_bytes: 20 * 2 ** 30 },
  snapshots: {
    is_set: true,
    is_on_data_disk: false,
    verified: null,
    running: null,
    next_at: '2026-03-03T02:30:00.000Z',
    last: { name: '20260301T023000Z', made_at: '2026-03-01T02:30:00.000Z', bytes: 3 * 2 ** 30, faulty_files: 0 },
    failure: { at: '2026-03-02T02:30:00.000Z', reason },
  },
  mail: {
    is_set: true,
    queued: 14,
    held: { since: '2026-03-02T06:00:00.000Z', next_try_at: '2026-03-02T10:00:00.000Z', reason: '535 no entra nadie' },
  },
  errors: [
    { kind: 'internal', count: 3, last_at: '2026-03-02T08:00:00.000Z' },
    { kind: 'no snapshot could be made', count: 1, last_at: '2026-03-02T02:30:00.000Z' },
  ],
  slow_requests: ['GET /api/search'],
  policy_reports: 2,
}

test.each(['desktop', 'phone'] as const)('Hipatia reads on a %s what needs care and what to do', async (screen) => {
  const answers = [answer(state.read, needingCare), ...adminAnswers()]
  await openPage('/admin', { as: hipatia, screen, answers })
  const line = page.getByRole('status').filter({ hasText: 'Necesita atención' })
  await expect.element(line).toBeVisible()
  expect(textOf(line)).toContain(
    'Queda poco sitio en el disco, la última copia no salió, hace más de tres semanas que no se comprueba ninguna copia, el correo está parado, ha habido errores en el servidor y el servidor va lento.',
  )
  await expectAccessible('the line')
  await line.getByRole('link', { name: 'Ver el estado' }).click()
  await expect.poll(() => row('Disco')).toContain('1.50 GB libres de 20.00 GB (7 %)')
  for (const [name, ...texts] of [
    ['Disco', 'necesita atención', 'nadie podrá subir archivos ni guardar textos'],
    ['Última', reason],
    ['Comprobada', 'npm run admin -- backup verify'],
    ['Correo', '14 correos por enviar', '535 no entra nadie'],
    ['Errores', '4 en el último día', '3 × Fallo interno', '1 × No se pudo hacer una copia'],
    ['Lo más lento', 'necesita atención', 'GET /api/search: 1 de cada 20 tarda más de 3 s'],
    ['Bloqueos del navegador', 'bien', '2 en el último día; el registro del servidor dice más de cada uno'],
    ['Base de datos', 'bien'],
  ] as const)
    for (const text of texts) expect(row(name), name).toContain(text)
  await expectAccessible('the state')
})

test('what isn’t set up is said in the heading, in place of Todo bien, and beside what needs care', async () => {
  const unset = {
    ...fine,
    public_url: null,
    mail: { ...fine.mail, is_set: false },
    snapshots: { ...fine.snapshots, is_set: false, last: null, verified: null, next_at: null },
  }
  await openPage('/admin/state', { as: hipatia, screen: 'narrow', answers: [answer(state.read, unset)] })
  await expect.element(page.getByText('Falta por configurar: copias, correo, dirección', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Todo bien')).not.toBeInTheDocument()
  for (const [name, ...texts] of [
    ['Última', 'sin configurar', 'BACKUP_TO'],
    ['Correo', 'sin configurar', 'se guarda en la carpeta outbox, y no se envía', 'SMTP_URL'],
    ['Dirección', 'sin configurar', 'localhost', 'PUBLIC_URL'],
  ] as const)
    for (const text of texts) expect(row(name), name).toContain(text)
  await expectAccessible('what isn’t set up')
  const old: State = { ...unset, status: 'care', care: ['snapshot_old'] }
  await openPage('/admin/state', { as: hipatia, answers: [answer(state.read, old)] })
  await expect.element(page.getByText('Falta por configurar: correo, dirección.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No se hacen copias de seguridad.', { exact: true })).toBeVisible()
  expect(row('Última')).toContain('elige dónde guardar las copias con el ajuste BACKUP_TO')
})

test('imports are there with their numbers, what they brought, and the way to their reports', async () => {
  const run = { started_at: '2026-03-01T18:00:00.000Z', brought: 0, left_out: 0 } as const
  const imports: State['imports'] = [
    { ...run, id: 3, kind: 'folder', name: 'fotos', state: 'unfinished' },
    { ...run, id: 2, kind: 'wordpress', name: 'blog.xml', state: 'undone' },
    { ...run, id: 1, kind: 'whatsapp', name: 'Familia.zip', state: 'done', brought: 1204, left_out: 15 },
  ]
  await openPage('/admin/state', { as: hipatia, screen: 'narrow', answers: [answer(state.read, { ...fine, imports })] })
  await expect.element(page.getByRole('heading', { name: 'Importaciones' })).toBeVisible()
  expect(row('WhatsApp, n.º 1')).toContain('«Familia.zip», el 1 de marzo')
  expect(row('WhatsApp, n.º 1')).toContain('Trajo 1204 cosas y dejó 15 fuera')
  expect(row('WhatsApp, n.º 1')).toContain('npm run admin -- import list 1')
  expect(row('WordPress, n.º 2')).toContain('Deshecha')
  expect(row('Carpeta, n.º 3')).toContain('vuelve a dar la misma orden y sigue donde se quedó')
  await expectAccessible('imports')
})

test('a clock that has leapt, and snapshots that aren’t where they were, say what to do', async () => {
  const answers = [
    answer(state.read, {
      ...fine,
      status: 'care',
      at: '2029-03-01T10:00:00.000Z',
      care: ['clock_doubted', 'snapshot_place_changed', 'snapshot_dated_later'],
      snapshots: { ...fine.snapshots, is_on_data_disk: true },
    }),
  ]
  await openPage('/admin/state', { as: hipatia, answers })
  const sentence =
    'El reloj del servidor ha saltado, las copias anteriores no están en su sitio y una copia lleva una fecha que aún no ha llegado.'
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  expect(row('Reloj')).toMatch(/^Reloj.*Marca el 1 de marzo de 2029 a las \d+:00; lo último seguro fue el 2 de marzo/)
  expect(row('Reloj')).toContain('npm run admin -- clock confirm')
  for (const text of [
    'En el mismo disco que los datos: si ese disco se estropea, se pierden también',
    'Puede que su disco no esté montado',
    'npm run admin -- backup --new-place',
    'lleva a otra carpeta los archivos de snapshots que empiezan por su nombre',
  ])
    expect(row('Última')).toContain(text)
  await expectAccessible('the state of a clock that has leapt')
})

test('when the state can’t be read Hipatia can try again', async () => {
  await openPage('/admin/state', { as: hipatia, answers: [refuse(state.read, 500, 'Algo ha fallado en el servidor.')] })
  await expect.element(page.getByRole('alert').getByText('Algo ha fallado en el servidor.')).toBeVisible()
  nowAnswer(answer(state.read, fine))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByText('Todo bien', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
