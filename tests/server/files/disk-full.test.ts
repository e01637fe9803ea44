// A full disk: uploads and posts that don't fit are refused with 507, nothing is half stored, and the rest works.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { namespace, onDiskOf24Megabytes } from '../../support/disk/namespace.ts'
import { hipatiasServer, signIn } from '../../support/server/backups.ts'
import { expectDone } from '../../support/server/community.ts'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { announce, idOf, send } from './tus.ts'

const { start, stop } = serversOfThisFile()
const isPostgres = inject('postgresUrl') !== undefined
const megabyte = 2 ** 20
const file = (megabytes: number) => ({ name: 'grande.bin', bytes: new Uint8Array(megabytes * megabyte).fill(1) })

async function openOnSmallDisk() {
  const place = await locationOfThisTest()
  const settings = { ...hipatiasServer, LOG_LEVEL: 'error' }
  const server = await start(place, settings, onDiskOf24Megabytes(place.dataDir))
  // the disk as the server sees it
  const disk = join(`/proc/${server.pid}/root`, place.dataDir)
  const stored = () =>
    readdirSync(join(disk, 'files'), { recursive: true })
      .map((name) => join(disk, 'files', String(name)))
      .filter((path) => statSync(path).isFile())
  const free = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }
  return { server, hipatia: await signIn(server.origin, 'Hipatia'), disk, stored, free }
}

const full = { detail: 'No queda espacio en el servidor. No se ha guardado nada.' }

// where mounting isn't allowed, tests/server/storage/folder.test.ts simulates a full disk
if (namespace)
  test('an upload that doesn’t fit on the disk is refused in every way, and other calls still work', async () => {
    const { server, hipatia, stored } = await openOnSmallDisk()
    for (let i = 0; i < 3; i++) await hipatia.uploads(file(5))
    const kept = stored()
    expect(kept).toHaveLength(3)

    expectRefusal(await hipatia.sendsFile(file(10)), 507, full)
    expectRefusal(await announce(hipatia, 10 * megabyte), 507, full)
    const form = new FormData()
    form.append('file', new Blob([file(10).bytes]), 'sin-largo.bin')
    const encoded = new Response(form)
    const chunked = await fetch(`${server.origin}/api/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${hipatia.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: encoded.body,
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(507)
    expect(stored()).toEqual(kept)

    const post = await hipatia.writes({ title: 'El disco está lleno' })
    expect((await hipatia.get(`/posts/${post.id}`)).status).toBe(200)
    const small = await hipatia.uploads({ name: 'pequeño.txt', bytes: 'cabe' })
    expect((await hipatia.fetchesBytes(small.cloudinary_url)).bytes.toString()).toBe('cabe')

    const [oldest] = expectDone(await hipatia.get<{ id: string }[]>('/files?limit=1'))
    await hipatia.delete(`/files/${oldest?.id}`)
    for (const { id } of expectDone(await hipatia.get<{ id: string }[]>('/files'))) await hipatia.delete(`/files/${id}`)
    expect((await hipatia.uploads(file(10))).file_size).toBe(10 * megabyte)
    await stop(server)
  })

if (namespace)
  test('on a disk that others have filled up people can read, and write again once there is room', async () => {
    const { server, hipatia, disk, stored } = await openOnSmallDisk()
    const post = await hipatia.writes({ title: 'Antes' })
    const kept = await hipatia.uploads({ name: 'antes.txt', bytes: 'Antes.' })
    // the server reads a copy of it
    const state = async () =>
      expectDone(await hipatia.get<{ text_state: string | null }>(`/files/${kept.id}`)).text_state
    await expect.poll(state, { timeout: 60_000, interval: 250 }).toBe('text')
    const before = stored()
    const filler = join(disk, 'relleno')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])

    expectRefusal(await hipatia.sendsFile({ name: 'después.txt', bytes: 'Después.' }), 507, full)
    expectRefusal(await announce(hipatia, 100), 507, full)
    const later = { title: 'Después', content: 'Un texto. '.repeat(9000), is_published: true }
    if (!isPostgres) {
      // PostgreSQL has a disk of its own
      expectRefusal(await hipatia.post('/posts', later), 507, full)
      expectRefusal(await hipatia.put(`/posts/${post.id}`, later), 507, full)
      expect(expectDone(await hipatia.get<{ title: string }[]>('/posts')).map(({ title }) => title)).toEqual(['Antes'])
    }
    expect((await hipatia.get(`/posts/${post.id}`)).status).toBe(200)
    expect((await hipatia.fetchesBytes(kept.cloudinary_url)).bytes.toString()).toBe('Antes.')
    expect((await hipatia.get('/health')).status).toBe(200)
    expect(stored()).toEqual(before)

    rmSync(filler)
    expectDone(await hipatia.post('/posts', later))
    expect((await hipatia.uploads({ name: 'después.txt', bytes: 'Después.' })).file_size).toBe(9)
    await stop(server)
  })

if (namespace)
  test('of ten uploads at once that fit one by one, as many are stored as fit together, and a part of the disk stays free', async () => {
    const { server, hipatia, stored, free } = await openOnSmallDisk()
    const announced = await Promise.all(Array.from({ length: 10 }, () => announce(hipatia, 5 * megabyte)))
    expect(announced.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const answers = await Promise.all(announced.map((one) => send(hipatia, idOf(one), 0, file(5).bytes)))
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) expectRefusal(answer, 507, full)
    expect(refused).toHaveLength(6)
    expect(stored().filter((path) => statSync(path).size === 5 * megabyte)).toHaveLength(4)
    expect(free()).toBeGreaterThan(0.05 * 24 * megabyte)
    await stop(server)
  })

if (namespace)
  test('on a disk of which less than a tenth is left the log says so, and administrators can read how much it is', async () => {
    const place = await locationOfThisTest()
    const settings = { ...hipatiasServer, LOG_LEVEL: 'warn' }
    const server = await start(place, settings, onDiskOf24Megabytes(place.dataDir, 22))
    await server.waitForOutput(/"level":40,.*"care":\["disk_low"\].*something needs care/)
    const state = expectDone(await (await signIn(server.origin, 'Hipatia')).get('/admin/state'))
    expect(state).toMatchObject({ care: ['disk_low'], disk: { total_bytes: 24 * megabyte } })
    await stop(server)
  })

if (namespace)
  test('before the disk is full texts are refused, and people still read, sign in and delete', async () => {
    const { server, hipatia, disk, free } = await openOnSmallDisk()
    const post = await hipatia.writes({ title: 'Antes' })
    const filler = join(disk, 'relleno')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k', `count=${Math.floor(free() / 1024) - 400}`])
    expect(free()).toBeGreaterThan(300 * 1024)

    const text = { title: 'Después', content: 'Poca cosa.' }
    const news = { title: 'Una noticia', url: 'https://alejandria.example/', comment: null }
    const writes = [
      ['POST', '/posts', text],
      ['PUT', `/posts/${post.id}`, text],
      ['POST', `/comments/post/${post.id}`, { content: 'Un comentario' }],
      ['POST', '/chat/messages', { message: 'Un mensaje' }],
      ['POST', '/news', news],
      ['POST', '/files/url', { url: 'https://alejandria.example/', uploaded_by: 'Hipatia' }],
    ] as const
    if (!isPostgres)
      for (const [method, path, body] of writes) expectRefusal(await hipatia.ask(method, path, { body }), 507, full)
    expect((await hipatia.get(`/posts/${post.id}`)).status).toBe(200)
    await signIn(server.origin, 'Hipatia')
    expect((await hipatia.post('/auth/heartbeat')).status).toBe(200)
    expect(await hipatia.get('/admin/state')).toMatchObject({ status: 200, body: { status: 'care' } })

    expect((await hipatia.delete(`/posts/${post.id}`)).status).toBe(204)
    rmSync(filler)
    for (const [method, path, body] of writes.filter(([method, path]) => method === 'POST' && !path.includes(post.id)))
      expectDone(await hipatia.ask(method, path, { body }))
    await stop(server)
  })

if (namespace && !isPostgres)
  test('on a full disk texts of every kind are refused with 507, and the acknowledged ones are there once', async () => {
    const { server, hipatia, disk } = await openOnSmallDisk()
    const post = await hipatia.writes({ title: 'Antes' })
    const filler = join(disk, 'relleno')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])

    const texts = [
      {
        path: `/comments/post/${post.id}`,
        list: `/comments/post/${post.id}?limit=200`,
        field: 'content',
        length: 10_000,
      },
      { path: '/chat/messages', list: '/chat/messages?limit=200', field: 'message', length: 4000 },
    ]
    for (const { path, list, field, length } of texts) {
      const write = (text: string) => hipatia.post(path, { [field]: text })
      const textOf = (count: number) => `${count} `.padEnd(length, 'papiro ')
      // what is left of the log takes some
      let count = 0
      let answer = await write(textOf(count))
      for (; answer.status === 201; answer = await write(textOf(count))) count++
      expectRefusal(answer, 507, full)
      const stored = expectDone(await hipatia.get<Record<string, string>[]>(list)).map((row) => row[field])
      expect(stored).toEqual(Array.from({ length: count }, (_, index) => textOf(index)))
    }
    // these have no margin: the database itself refuses them
    const createCategory = (name: string) => hipatia.post('/categories', { name, description: 'papiro '.repeat(70) })
    let categories = 0
    let answer = await createCategory(`Sección ${categories}`)
    for (; answer.status === 201; answer = await createCategory(`Sección ${categories}`)) categories++
    expectRefusal(answer, 507, full)
    expect((await hipatia.get<unknown[]>('/categories')).body).toHaveLength(categories)

    rmSync(filler)
    for (const { path, field } of texts) expectDone(await hipatia.post(path, { [field]: 'Después.' }))
    await stop(server)
  })
