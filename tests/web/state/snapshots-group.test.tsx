// The snapshots of the page Estado in all their states.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { State } from '../../../contract/state.ts'
import { SnapshotsGroup } from '../../../web/state/snapshots-group.tsx'
import { mount } from '../../support/web/mount.ts'
import { at, fine } from './fine.ts'

type Snapshots = State['snapshots']

const withSnapshots = (snapshots: Partial<Snapshots>, care: State['care'] = []): State => ({
  ...fine,
  care,
  status: care.length > 0 ? 'care' : 'ok',
  snapshots: { ...fine.snapshots, ...snapshots },
})
const running = (changes: Partial<NonNullable<Snapshots['running']>> = {}): State =>
  withSnapshots({
    running: { kind: 'snapshot', started_at: at, step: 'files', done_bytes: 1024, total_bytes: 4096, ...changes },
  })

afterEach(() => void vi.unstubAllGlobals())

function show(state: State) {
  const client = new QueryClient()
  const group = (of: State) => (
    <QueryClientProvider client={client}>
      <SnapshotsGroup state={of} />
    </QueryClientProvider>
  )
  const { place: element, render } = mount(group(state))
  const words = () => [...element.querySelectorAll('dd')].map(({ textContent }) => textContent)
  const button = () => element.querySelector('button')
  return { text: () => element.textContent ?? '', words, button, render: (next: State) => render(group(next)), element }
}

test('a community whose snapshots are fine reads the word three times, and nothing to do', () => {
  const { text, words, button } = show(fine)
  expect(words().filter((word) => word === 'bien')).toHaveLength(3)
  expect(text()).toContain('2.00 KB de archivos')
  expect(text()).toContain('está entera')
  expect(text()).not.toContain('atención')
  expect(button()?.getAttribute('aria-busy')).toBeNull()
})

test('one that failed shows the operator’s line below what to do, or says in Spanish that it was stopped', () => {
  for (const [reason, said] of [
    ['BACKUP_TO /mnt/disco is not there', 'Si sigue sin salir, este es el motivo:BACKUP_TO /mnt/disco is not there'],
    ['it was broken off', 'Se interrumpió antes de terminar.'],
    ['the server was stopped', 'El servidor se paró antes de que terminara.'],
  ] as const) {
    const { text, words } = show(withSnapshots({ failure: { at, reason } }, ['snapshot_failed']))
    expect(words().filter((word) => word === 'necesita atención')).toHaveLength(1)
    expect(text()).toContain(said)
    expect(text().includes(reason), reason).toBe(said.includes(reason))
  }
})

test('files that are missing and a snapshot that isn’t whole say so in their own rows', () => {
  const last = { name: 'x', made_at: at, bytes: 0, faulty_files: 1 }
  const verified = { name: 'x', at, is_whole: false, reason: 'the bytes of 12 have changed' }
  const { text } = show(withSnapshots({ last, verified }, ['snapshot_damaged', 'files_missing']))
  for (const said of ['1 archivo no se pudo copiar', 'npm run admin -- files check', 'no está entera', verified.reason])
    expect(text()).toContain(said)
})

test('a new community that has no place yet reads so, without a button', () => {
  const { text, words, button } = show(withSnapshots({ is_set: false, last: null, verified: null, next_at: null }))
  expect(text()).toContain('Todavía ninguna')
  expect(words().slice(0, 1)).toEqual(['sin configurar'])
  expect(text()).toContain('elige dónde guardar las copias con el ajuste BACKUP_TO')
  expect(text()).not.toContain('Comprobada')
  expect(text()).toContain('Sin un sitio donde guardarlas')
  expect(text()).not.toContain('Próxima')
  expect(button()).toBeNull()
})

test('a running one shows its step and bytes; the button waits', () => {
  const { text, button, element, render } = show(running())
  expect(text()).toContain('Copiando los archivos · 1.00 KB de 4.00 KB')
  expect(element.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('25')
  expect(button()?.getAttribute('aria-busy')).toBe('true')
  render(running({ kind: null, step: null, done_bytes: 0, total_bytes: null }))
  expect(text()).toContain('Empezando…')
  render(running({ kind: 'verify' }))
  expect(text()).toContain('Comprobando los archivos de la copia')
  render(running({ kind: 'forget', step: null }))
  expect(text()).toContain('Retirando copias antiguas')
})

const later = '2026-03-02T10:00:30.000Z'
const made = { name: '20260302T100000Z', made_at: later, bytes: 1, faulty_files: 0 }
const earlierFailure = withSnapshots({ failure: { at: '2026-03-02T02:30:00.000Z', reason: 'no' } }, ['snapshot_failed'])

test('the end of the one that somebody asked for is announced: made, or failed', async () => {
  for (const [end, announced] of [
    [withSnapshots({ last: made }), 'Copia hecha.'],
    [withSnapshots({ failure: { at: later, reason: 'no' } }, ['snapshot_failed']), 'La copia no salió.'],
    [earlierFailure, ''],
  ] as const) {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    vi.stubGlobal('fetch', () => answered.then(() => Response.json(running())))
    const { button, render, element } = show(earlierFailure)
    const isBusy = () => button()?.getAttribute('aria-busy') === 'true'
    const announcement = () => element.querySelector('p[role=status]')?.textContent
    button()?.click()
    await expect.poll(isBusy).toBe(true)
    answer()
    await expect.poll(isBusy).toBe(false)
    render(running())
    expect(announcement()).toBe('')
    render(end)
    expect(announcement()).toBe(announced)
  }
})

test('nothing is announced at the end of a snapshot or a check that the server began by itself', () => {
  for (const end of [withSnapshots({ last: made }), earlierFailure]) {
    const { render, text } = show(earlierFailure)
    render(running({ kind: 'verify' }))
    render(end)
    expect(text()).not.toMatch(/Copia hecha|La copia no salió/)
  }
})

test('one that wasn’t read back for three weeks says what to do, in the row of the last check', () => {
  const { text, words } = show(withSnapshots({ verified: null }, ['snapshot_unverified']))
  expect(words().filter((word) => word === 'necesita atención')).toHaveLength(1)
  expect(text()).toContain('npm run admin -- backup verify comprueba la última y dice qué falla')
})
