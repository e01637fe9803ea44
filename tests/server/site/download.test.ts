// The ZIP of a member's own things: access, limits, and faults during the download; and people named in them, answers to
// comments, and reactions (decisions 056 and 061).
import { readdirSync, readlinkSync } from 'node:fs'
import { pipeline, type Readable, Transform } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { Storage } from '../../../server/storage/storage.ts'
import { communityOfThisFile, expectDone, minutes, type Person, passwordOf } from '../../support/server/community.ts'
import { changeRows, rowOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { beginDownload } from '../../support/server/sockets/raw-http.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { readZip } from '../../support/server/zip.ts'

const megabyte = 2 ** 20
const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: 64 * megabyte })
const { hipatia, visitor } = community

const ask = (person: Person, password = passwordOf(person.name), more: object = {}) =>
  person.post<{ url: string; detail: string; code: string }>('/account/export', { password, ...more })
const urlFor = async (person: Person) => expectDone(await ask(person)).url
const open = visitor.fetchesBytes

async function expectRefusedUrl(url: string, status: number) {
  const { status: answered, bytes } = await open(url)
  expect(answered).toBe(status)
  expect(JSON.parse(bytes.toString())).toMatchObject({ detail: expect.stringMatching(/\S/) })
}

const events = async (person: Person) =>
  expectDone(
    await hipatia.get<{ action: string; actor_id: string; detail: string | null; address: string }[]>(
      '/audit?kind=accounts',
    ),
  ).filter(({ action, actor_id }) => action === 'account_exported' && actor_id === person.id)

test('the URL works once, and a HEAD uses nothing up; the audit trail says who took their things away, from where', async () => {
  const ana = await community.signIn('Ana')
  const url = await urlFor(ana)
  const head = await open(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET'])
  expect(await events(ana)).toEqual([])
  expect((await open(url)).status).toBe(200)
  await expectRefusedUrl(url, 403)
  expect(await events(ana)).toMatchObject([{ detail: null, address: '127.0.0.1' }])
  const { url: textsOnly } = expectDone(await ask(ana, undefined, { with_files: false }))
  expect((await open(textsOnly)).status).toBe(200)
  expect(await events(ana)).toMatchObject([{ detail: 'sin archivos' }, { detail: null }])
})

test('a confirmed session needs no password; a password that is sent all the same has to be right', async () => {
  const without = (person: Person) => person.post<{ url: string; code: string }>('/account/export', {})
  const zoe = await community.signIn('Zoe')
  expect((await open(expectDone(await without(zoe)).url)).status).toBe(200)
  expectRefusal(await ask(zoe, 'no es'), 400)
  community.advanceClock(minutes(10) + 1000)
  const refused = await ask(Object.assign(community.withToken(zoe.token), { id: zoe.id, name: zoe.name }) as Person)
  expectRefusal(refused, 403, { code: 'not_confirmed' })
  expectDone(await zoe.post('/auth/confirm', { password: passwordOf('Zoe') }))
  expectDone(await without(zoe))
})

test('of a URL that is opened ten times at once one download begins, and her things are read once', async () => {
  const berta = await community.signIn('Berta')
  const url = await urlFor(berta)
  const select = vi.spyOn(community.services.readDb, 'selectFrom')
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(url)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(403)])
  expect(select.mock.calls.filter(([table]) => table === 'news')).toHaveLength(1)
  select.mockRestore()
  expect(await events(berta)).toHaveLength(1)
})

test('the URL expires within minutes, ends with its session, and is good for nobody else', async () => {
  const dario = await community.signIn('Darío')
  const late = await urlFor(dario)
  community.advanceClock(minutes(5))
  await expectRefusedUrl(late, 403)
  const url = await urlFor(dario)
  const other = await urlFor(await community.signIn('Eva'))
  const [id = '', otherId = ''] = [url, other].map((of) => new URL(of, community.origin).pathname.split('/')[4])
  const photo = await dario.uploads({ name: 'x.txt', type: 'text/plain', bytes: 'x' })
  const signature = (photo.cloudinary_url ?? '').split('/').at(-1)
  for (const wrong of [
    ...[url.replace(id, otherId), url.replace('/all.', '/texts.'), url.replace('/all.', '/original.')],
    ...['/api/account/export/0/0', `/api/account/export/${photo.id}/${signature}`],
  ])
    await expectRefusedUrl(wrong, 403)
  expect((await dario.post('/auth/logout')).status).toBe(204)
  await expectRefusedUrl(url, 403)
  expect((await open(other)).status).toBe(200)
})

test('a wrong password is refused as in a change of password, and too many of them end the session, there too', async () => {
  const fede = await community.signIn('Fede')
  const change = (current: string) =>
    fede.post('/auth/change-password', { current_password: current, new_password: 'otra clave distinta' })
  for (const wrong of ['no es esta', passwordOf('Ana')])
    expectRefusal(await ask(fede, wrong), 400, { detail: 'La contraseña actual no es correcta.' })
  for (const wrong of ['mal 3', 'mal 4']) expectRefusal(await ask(fede, wrong), 400)
  expectRefusal(await change('mal 5'), 401)
  expectRefusal(await ask(fede), 401)
  expect(await events(fede)).toEqual([])
  expect((await open(await urlFor(await community.signIn('Fede')))).status).toBe(200)
})

test('three downloads begin in a day, whatever was asked for before; a day after the first there is one more', async () => {
  const gala = await community.signIn('Gala')
  const urls = [await urlFor(gala), await urlFor(gala), await urlFor(gala), await urlFor(gala)]
  expect((await open(urls[0] ?? '')).status).toBe(200)
  community.advanceClock(minutes(1))
  for (const url of urls.slice(1, 3)) expect((await open(url)).status).toBe(200)
  await expectRefusedUrl(urls[3] ?? '', 429)
  const refused = await ask(gala)
  const detail = 'Ya te lo has llevado tres veces en las últimas 24 horas. Vuelve a probar más tarde.'
  expectRefusal(refused, 429, { detail })
  expect(Number(refused.headers.get('retry-after'))).toBe(24 * 60 * 60 - 60)
  expect((await ask(await community.signIn('Hugo'))).status).toBe(200)
  community.advanceClock(minutes(24 * 60 - 1))
  expect((await open(await urlFor(gala))).status).toBe(200)
  expectRefusal(await ask(gala), 429)
})

test('a file whose bytes are missing or too short is named in the ZIP, and nothing else is missing', async () => {
  const irene = await community.signIn('Irene')
  const { id } = await irene.uploads({ name: 'perdido.txt', type: 'text/plain', bytes: 'Ya no está' })
  const short = await irene.uploads({ name: 'corto.txt', type: 'text/plain', bytes: 'Entero' })
  await irene.uploads({ name: 'sano.txt', type: 'text/plain', bytes: 'Aquí sigo' })
  await irene.writes({ title: 'Con enlace', content: `{{file:${id}|lo perdido}}` })
  await community.services.storage.delete(await keyOf(id))
  await changeRows(community.db, 'files', { file_size: 60 }, { id: short.id })

  const zip = await readZip((await open(await urlFor(irene))).bytes)
  expect(zip.paths.filter((path) => path.startsWith('archivos/'))).toEqual(['archivos/corto.txt', 'archivos/sano.txt'])
  expect(zip.text('errores.txt')).toContain('perdido.txt: el archivo no está en el servidor.')
  expect(zip.text('errores.txt')).toContain('archivos/corto.txt: tiene 6 bytes y debería tener 60.')
  expect(zip.text('LEEME.txt')).toContain('está en errores.txt')
  expect(zip.text('index.html')).not.toContain('href="archivos/perdido.txt"')
  expect(zip.text('index.html')).toContain('perdido.txt')
  expect(zip.allText()).toContain(`https://alejandria.example/files/${id}/view`)
})

const keyOf = async (id: string) => `${(await rowOf(community.db, 'files', { id })).bytes_key}`

/** Files of the archive that this process has open; none is if it is a bucket. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(`${community.dataDir}/files/`) ? [path] : []
    } catch {
      return []
    }
  })

async function withLargeFile(name: string) {
  const person = await community.signIn(name)
  await person.uploads({ name: 'grande.bin', bytes: new Uint8Array(48 * megabyte).fill(7) })
  return person
}

/** Passes the bytes that the archive reads through `change`, and counts them, until `stop`. */
function watchArchive(change = async (_bytesBefore: number) => {}) {
  const { storage } = community.services as { storage: Storage }
  const { read } = storage
  let bytes = 0
  const open = new Set<Readable>()
  storage.read = async (...given) => {
    const source = await read(...given)
    if (!source) return undefined
    open.add(source)
    source.once('close', () => open.delete(source))
    const counter = new Transform({
      transform(chunk, _encoding, done) {
        bytes += chunk.length
        change(bytes).then(() => done(null, chunk), done)
      },
    })
    return pipeline(source, counter, () => {})
  }
  return {
    bytes: () => bytes,
    open: () => open.size,
    stop: () => {
      storage.read = read
    },
  }
}

/** The value once it is the same in two looks, between which the server has answered others. */
async function settled(value: () => number) {
  let last = value()
  await expect
    .poll(async () => {
      const before = last
      for (let turn = 0; turn < 5; turn++) await hipatia.get('/auth/me')
      last = value()
      return last > 0 && last === before
    })
    .toBe(true)
  return last
}

test('a file that is deleted while its ZIP is downloaded is left out, and is no fault', async () => {
  const mona = await community.signIn('Mona')
  await mona.uploads({ name: 'sano.txt', type: 'text/plain', bytes: 'Aquí sigo' })
  const { id } = await mona.uploads({ name: 'borrado.txt', type: 'text/plain', bytes: 'Ya no' })
  await mona.writes({ title: 'Con enlace', content: `{{file:${id}|lo borrado}}` })
  const bytes_key = await keyOf(id)
  const url = await urlFor(mona)
  let deletion: Promise<unknown> | undefined
  const archive = watchArchive(async () => {
    deletion ??= mona.delete(`/files/${id}`).then(expectDone)
    await deletion
  })
  const zip = await readZip((await open(url)).bytes)
  archive.stop()
  expect(zip.paths.filter((path) => /^archivos|errores/.test(path))).toEqual(['archivos.json', 'archivos/sano.txt'])
  expect(zip.json<{ name: string }[]>('archivos.json').map(({ name }) => name)).toEqual(['sano.txt'])
  expect(zip.text('index.html')).not.toContain('borrado.txt')
  expect(zip.allText()).toContain(`https://alejandria.example/files/${id}/view`)
  expect(community.log().filter(({ key }) => key === bytes_key)).toEqual([])
})

test('of a slow download little is read ahead, others are answered, and the end of the session cuts it', async () => {
  const julia = await withLargeFile('Julia')
  const url = await urlFor(julia)
  const archive = watchArchive()
  const connection = await beginDownload(community.port, url)
  expect(await settled(archive.bytes)).toBeLessThan(24 * megabyte)
  expectDone(await hipatia.post('/posts', { title: 'Mientras tanto', content: 'Se escribe.', is_published: true }))
  expect((await julia.post('/auth/logout')).status).toBe(204)
  const received = await connection.end()
  expect(received.length).toBeLessThan(48 * megabyte)
  // the end of a whole ZIP
  expect(received).not.toContain('PK\u0005\u0006')
  await expect.poll(archive.open).toBe(0)
  expect(archive.bytes()).toBeLessThan(48 * megabyte)
  expect(openFiles()).toEqual([])
  archive.stop()
})

test('a reader who goes away ends the work', async () => {
  const karla = await withLargeFile('Karla')
  const url = await urlFor(karla)
  const archive = watchArchive()
  const connection = await beginDownload(community.port, url)
  await settled(archive.bytes)
  connection.socket.destroy()
  await expect.poll(archive.open).toBe(0)
  expect(archive.bytes()).toBeLessThan(48 * megabyte)
  expect(openFiles()).toEqual([])
  archive.stop()
  expect((await open(await urlFor(karla))).status).toBe(200)
})

test('an archive that fails half-way cuts the connection: nobody takes half a ZIP for a whole one', async () => {
  const luis = await withLargeFile('Luis')
  const archive = watchArchive(async (bytes) => {
    if (bytes > megabyte) throw new Error('the disk has failed')
  })
  await expect(open(await urlFor(luis))).rejects.toThrow()
  await expect.poll(archive.open).toBe(0)
  expect(openFiles()).toEqual([])
  archive.stop()
  expect((await open(await urlFor(luis))).status).toBe(200)
})

const [telesila, amparo] = await community.signInAll('Telesila', 'Amparo')
const takesAway = async (who: Person) => readZip((await open(await urlFor(who))).bytes)

test('Telesila takes away texts with present names and without ids, and reads whom her comments answer', async () => {
  const urraca = await hipatia.createsAccount('Urraca')
  const named = `@[Urraca](${urraca.id})`
  const post = await telesila.writes({ title: 'El faro', content: `Lo enciende **${named}**.` })
  const question = await amparo.comments(post, '¿Quién <b> lo enciende?')
  const gone = await amparo.comments(post, '¿Y quién lo apaga?')
  const answer = await telesila.comments(post, `Pues ${named}`, { reply_to: question.id })
  await telesila.comments(post, 'Nadie', { reply_to: gone.id })
  expectDone(await amparo.delete(`/comments/${gone.id}`))
  await telesila.says(`Buenas, ${named}`)
  expectDone(await hipatia.put(`/auth/users/${urraca.id}`, { name: 'Urraca la Sabia' }))

  const zip = await takesAway(telesila)
  const textOf = (ending: string) => zip.text(zip.paths.find((path) => path.endsWith(ending)) ?? '')
  const shown = '<span class="mention">@Urraca la Sabia</span>'
  expect(textOf('El faro.html')).toContain(`Lo enciende <strong>${shown}</strong>.`)
  expect(textOf('El faro.md')).toContain('Lo enciende **@Urraca la Sabia**.')
  expect(textOf('comentarios/2026.html')).toContain(`Pues ${shown}`)
  expect(textOf('comentarios/2026.html')).toMatch(/Responde a Amparo · En .*Responde a un comentario eliminado · En /s)
  expect(zip.json('comentarios.json')).toMatchObject([
    { id: answer.id, content: 'Pues @Urraca la Sabia', reply_to: question.id },
    { content: 'Nadie', reply_to: gone.id },
  ])
  expect(textOf('mensajes/2026-03.html')).toContain(`Buenas, ${shown}`)
  expect(zip.json('mensajes.json')).toMatchObject([{ message: 'Buenas, @Urraca la Sabia' }])
  expect(textOf('estilo.css')).toContain('.mention')
  expect(zip.allText()).not.toContain(urraca.id)
})

test('Amparo takes away her own reactions and nobody else’s, and without any there is no list of them', async () => {
  const post = await telesila.writes()
  await telesila.reacts('post', post, '🙏')
  await amparo.reacts('post', post, '❤️')
  const zip = await takesAway(amparo)
  const own = { kind: 'post', id: post.id, emoji: '❤️', created_at: community.moment() }
  expect(zip.json('reacciones.json')).toEqual([own])
  expect(zip.text('index.html')).toContain('reacciones.json')
  await amparo.takesBack('post', post, '❤️')
  expect((await takesAway(amparo)).paths).not.toContain('reacciones.json')
})
