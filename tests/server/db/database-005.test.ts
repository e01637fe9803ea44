// @databases both
// A database from before 0.1.0, with the old names of migrations, tables and columns, loses nothing when it is opened.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { readDueTitle } from '../../../server/files/link-titles.ts'
import { sweep } from '../../../server/files/sweep.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import { type Community, createLocation, expectDone, startCommunity } from '../../support/server/community.ts'
import { restoreDatabase005 } from '../../support/server/database-005.ts'
import { awaitVersions } from '../../support/server/person.ts'
import { locationOfThisTest, run } from '../../support/server/processes/server-process.ts'

type Rows = Record<string, unknown>[]

const migrationNames = [
  '001-accounts-and-posts',
  '002-files',
  '003-links-and-search',
  '004-chat',
  '005-news-mail-and-audit',
  '006-plain-names',
  '007-avatar-images',
  '008-client-ids',
  '009-mail-queue',
  '010-login-failures',
  '011-health-row',
  '012-files-by-uploader',
  '013-post-counts',
  '014-health-table',
  '015-epoch',
  '016-retention',
  '017-backup-runs',
  '018-state',
  '019-content-by-author',
  '020-post-counts-by-statement',
  '021-documents',
  '022-file-texts-and-words',
  '023-link-titles',
  '024-search-index',
  '025-password-links',
  '026-account-safety',
  '027-second-factors',
  '028-sessions',
  '029-passkeys',
  '030-new-devices',
  '031-factor-demands',
  '032-disowned-sign-ins',
  '033-chat-changes',
  '034-mentions',
  '035-reactions',
  '036-notices',
  '037-push',
  '038-kept-sessions',
  '039-notice-bounds',
  '040-words-as-read',
  '041-pictures',
  '042-clock',
  '043-pictures-in-texts',
  '044-pushed-things',
  '045-one-search',
]

describe('a database from before 0.1.0', () => {
  let place: Awaited<ReturnType<typeof createLocation>>
  let community: Community
  let made: Awaited<ReturnType<typeof restoreDatabase005>>
  let ana: ReturnType<Community['withToken']>
  let bruno: typeof ana
  beforeAll(async () => {
    place = await createLocation({ isEmpty: true })
    made = await restoreDatabase005(place)
    community = await startCommunity({ location: place })
    expect(await fillIndex(community.services, { pauseRatio: 0 })).toBe(true)
    ana = community.withToken(made.anaToken)
    bruno = community.withToken(expectDone(await community.tryToSignIn('Bruno')).access_token)
  })
  afterAll(async () => {
    await community.close()
    place.remove()
  })
  const read = async <T = Rows>(path: string, person: Pick<typeof ana, 'get'> = ana) =>
    expectDone(await person.get<T>(path))
  const titled = async (title: string) => (await read('/posts?limit=10')).find((post) => post.title === title)

  test('keeps users with their roles and states; an old session is still signed in', async () => {
    const users = await read('/auth/users?limit=10', community.hipatia)
    expect(users.map(({ name, role, is_active }) => [name, role, is_active])).toEqual([
      ['Ana', 'normal', true],
      ['Bruno', 'normal', true],
      ['Dario', 'normal', false],
      ['Hipatia', 'admin', true],
    ])
    expect(await read('/auth/me')).toMatchObject({ name: 'Ana', email: 'ana@alejandria.example' })
    expect((await community.tryToSignIn('Bruno', 'no es')).status).toBe(401)
  })

  test('keeps categories, active and inactive', async () => {
    const categories = await read('/categories/all', community.hipatia)
    expect(categories.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['Cerrada', false],
      ['Faros', true],
    ])
  })

  test('keeps posts with authors, versions, links, comments and search; a draft is listed for its author only', async () => {
    const posts = await read('/posts?limit=10')
    expect(posts.map(({ title, author_name }) => [title, author_name])).toEqual([
      ['Adiós', 'Carla'],
      ['El faro de la isla', 'Ana'],
      ['Normas', 'Hipatia'],
    ])
    const lighthouse = await titled('El faro de la isla')
    const versions = await read(`/posts/${lighthouse?.id}/versions`)
    expect(versions.map(({ version, title }) => [version, title])).toEqual([
      [2, 'El faro de la isla'],
      [1, 'El faro'],
    ])
    expect(await read(`/posts/${lighthouse?.id}/versions/1`)).toMatchObject({ content: 'Primera versión.' })
    expect(await read(`/posts/${lighthouse?.id}`)).toMatchObject({ category_name: 'Faros', author_name: 'Ana' })
    const norms = await titled('Normas')
    expect(await read(`/posts/${norms?.id}/linked-from`)).toMatchObject([{ title: 'El faro de la isla' }])
    const comments = await read(`/comments/post/${lighthouse?.id}`)
    expect(comments.map(({ author_name, content }) => [author_name, content]).toSorted()).toEqual([
      ['Bruno', '¡Qué luz!'],
      ['Carla', 'Se ve desde mi casa.'],
    ])
    for (const q of ['lejos', 'faros islas'])
      expect(await read(`/posts?q=${q}`)).toMatchObject([{ title: 'El faro de la isla' }])
    expect(await read('/posts/drafts/my', bruno)).toMatchObject([{ title: 'Un borrador' }])
    expect(await read('/posts/drafts/my')).toEqual([])
  })

  test('keeps files with their bytes and smaller versions; a link and a video', async () => {
    const files = await read<ArchiveFile[]>('/files?limit=10')
    expect(files.map(({ original_name, file_type }) => [original_name, file_type])).toEqual([
      [expect.stringContaining('youtube.com'), 'video/youtube'],
      ['https://faros.example/catalogo', 'text/uri-list'],
      ['notas.txt', 'text/plain'],
      ['foto.webp', 'image/webp'],
    ])
    const [, , notes, picture] = files
    expect(`${(await ana.fetchesBytes(notes?.cloudinary_url ?? '')).bytes}`).toBe('Aceite, mecha y espejo.')
    expect(picture).toMatchObject({ description: 'El faro de noche', category_name: 'Faros', post_count: 1 })
    for (const address of [picture?.cloudinary_url, picture?.thumb_url, picture?.screen_url])
      expect((await ana.fetchesBytes(address ?? '')).status).toBe(200)
    expect(await read(`/files/${picture?.id}/used-in`)).toMatchObject([{ title: 'El faro de la isla' }])
    for (const q of ['noche', 'noches'])
      expect(await read(`/files?q=${q}`)).toMatchObject([{ original_name: 'foto.webp' }])
  })

  test('has the titles of its links read, the newest first, and no more than once', async () => {
    const asked: string[] = []
    async function findTitle(url: string) {
      asked.push(url)
      return { title: `Título ${asked.length}`, mayRetry: false }
    }
    const services = { ...community.services, outbound: { ...community.services.outbound, findTitle } }
    while (await readDueTitle(services));
    expect(asked).toEqual([expect.stringContaining('youtube.com'), 'https://faros.example/catalogo'])
    const files = await read<ArchiveFile[]>('/files?limit=10')
    expect(files.map(({ title }) => title)).toEqual(['Título 1', 'Título 2', null, null])
  })

  test('keeps an interrupted upload, which is resumed', async () => {
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '5', 'content-type': 'application/offset+octet-stream' }
    const address = `/files/uploads/${made.uploadId}`
    const head = await ana.ask('HEAD', address, { headers: { 'tus-resumable': '1.0.0' } })
    expect(head.headers.get('upload-offset')).toBe('5')
    const answer = await ana.ask<ArchiveFile>('PATCH', address, { raw: ' fin\n', headers: tus })
    const { bytes } = await ana.fetchesBytes(expectDone(answer).cloudinary_url)
    expect(`${bytes}`).toBe('medio fin\n')
  })

  test('loses the orphaned blob in the next sweep, and the screen version of a picture that may be an animation, which is made again', async () => {
    const orphan = 'f'.repeat(32)
    const before = await community.storedKeys()
    expect(before).toContain(orphan)
    await sweep(community.services, { alone: true })
    const screen = before.filter((key) => key.endsWith('.screen'))
    expect(screen).toHaveLength(1)
    expect(await community.storedKeys()).toEqual(before.filter((key) => key !== orphan && !screen.includes(key)))
    await awaitVersions(ana)
    expect(await community.storedKeys()).toEqual(before.filter((key) => key !== orphan))
  })

  test('keeps news items, and each user’s unseen counts', async () => {
    expect(await read('/news')).toMatchObject([
      { title: 'Abre el museo', url: 'https://museo.example/abre?utm_source=x', comment: 'El martes' },
    ])
    expect(await read('/sections')).toMatchObject({ blog: { fresh: 2 }, news: { fresh: 1 }, files: { fresh: 3 } })
    expect(await read('/sections', bruno)).toMatchObject({ blog: { fresh: 0 }, news: { fresh: 0 } })
  })

  test('keeps chat messages in order, Bruno’s reading position, and the next number', async () => {
    const messages = async () => (await read('/chat/messages')).map(({ seq, message }) => [seq, message])
    const first = [
      [1, 'Hola a todos'],
      [2, 'Buenas'],
      [3, '¿Quién viene al faro?'],
    ]
    expect(await messages()).toEqual(first)
    expect(await read('/chat/reading', bruno)).toMatchObject({ seq: 2, unread: 1, head: 3 })
    await bruno.post('/chat/messages', { message: 'Yo' })
    expect(await messages()).toEqual([...first, [4, 'Yo']])
    // a repeated `client_id` returns the first message
    const again = { message: 'Hola a todos', client_id: '00000001-0000-4000-8000-000000000000' }
    expect(expectDone(await ana.post('/chat/messages', again))).toMatchObject({ seq: 1 })
  })

  test('keeps mail preferences, sent mails and the queue', async () => {
    expect(await read('/notifications/preferences')).toEqual({
      new_posts: false,
      admin_notifications: true,
      comment_replies: false,
      weekly_digest: true,
    })
    const mails = await read('/notifications/admin/mails?limit=10', community.hipatia)
    expect(mails.slice(0, 2)).toMatchObject([
      { subject: 'Todavía en la cola', queued: 3, sent: 0 },
      { subject: 'Cerramos el lunes', queued: 0, sent: 3, skipped: 2 },
    ])
    expect(await read('/notifications/admin/outbox', community.hipatia)).toMatchObject({
      queued: 3,
      held: { reason: 'No hay conexión con el servidor de correo: nadie atiende allí' },
    })
  })

  test('keeps audit events, which still can’t be changed', async () => {
    const events = await read<AuditEvent[]>('/audit?limit=100', community.hipatia)
    const actions = events.map(({ action }) => action)
    for (const [action, count] of [
      ['user_created', 5],
      ['user_deleted', 1],
      ['user_deactivated', 1],
      ['category_created', 2],
      ['broadcast_sent', 2],
      ['sign_in_failed', 2],
    ] as const)
      expect([action, actions.filter((found) => found === action).length]).toEqual([action, count])
    const change = community.db.updateTable('audit_events').set({ actor_name: 'Nadie' })
    await expect(change.execute()).rejects.toThrow('only ever added to')
    const addresses = community.db.selectFrom('audit_events').select(['address', 'network']).distinct()
    expect((await addresses.execute()).toSorted((a, b) => (a.address ?? '').localeCompare(b.address ?? ''))).toEqual([
      { address: null, network: null },
      { address: '127.0.0.1', network: '127.0.0.0/24' },
    ])
  })
})

test('several processes that open it at once migrate it once', async () => {
  const place = await locationOfThisTest()
  await restoreDatabase005(place)
  const processes = Array.from({ length: 8 }, () => run('open-database', [], place))
  for (const { code, stdout, stderr } of await Promise.all(processes.map(({ ended }) => ended)))
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
  const { db, close } = await openDatabase(place, { alone: false })
  onTestFinished(close)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(migrationNames)
  expect(await db.selectFrom('pending_blobs').selectAll().orderBy('key').execute()).toEqual([
    // of a picture that may be an animation
    { key: expect.stringMatching(/^\w{32}\.screen$/), reserved_until: 0 },
    { key: 'f'.repeat(32), reserved_until: 0 },
  ])
})

test('a database with old names that is newer than the program is refused and not changed', async () => {
  const place = await locationOfThisTest()
  await (await openDatabase(place, { alone: false })).close()
  const opened = await openDatabase(place, { alone: false })
  await sql`update kysely_migration set name = '001-house' where name = '001-accounts-and-posts'`.execute(opened.db)
  await sql`insert into kysely_migration (name, timestamp) values ('999-of-the-future', '2030-01-01')`.execute(
    opened.db,
  )
  await expect(openDatabase(place, { alone: false })).rejects.toThrow(/newer version .*999-of-the-future/)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(opened.db)
  expect(rows[0]?.name).toBe('001-house')
  await opened.close()
})
