// @databases both
// An import is taken back, but for what people have since answered, edited or linked; things of a name become a member's.
import { expect, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Comment } from '../../../contract/comments.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Hit } from '../../../contract/search.ts'
import { assign } from '../../../server/imports/assign.ts'
import { undo } from '../../../server/imports/undo.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import {
  type Community,
  communityOfThisTest,
  createLocation,
  expectDone,
  type Person,
  pagesOf,
} from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { type Blog, blogImport, bring, runImport } from '../../support/server/imports.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const storage = await storageOfThisRun()
const sorted = (texts: string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1))

/** All that the person's pages show: titles and texts. */
async function seenBy(person: Person) {
  const all = async <T>(path: string) => (await pagesOf<T>(person, path)).flatMap(({ body }) => body)
  const posts = await all<Post>('/posts')
  const comments: Comment[] = []
  for (const { id } of posts) comments.push(...(await all<Comment>(`/comments/post/${id}`)))
  return {
    posts: sorted(posts.map(({ title }) => title)),
    comments: sorted(comments.map(({ content }) => content)),
    messages: sorted((await all<ChatMessage>('/chat/messages')).map(({ message }) => message)),
    files: sorted((await all<ArchiveFile>('/files')).map(({ original_name }) => original_name)),
  }
}

const trailOf = async ({ hipatia }: Pick<Community, 'hipatia'>) =>
  expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=content')).map(({ action, target, detail }) => [
    ...[action, target, detail],
  ])

const find = <T extends object>(things: T[], text: string) => {
  const found = things.find((thing) => Object.values(thing).includes(text))
  if (!found) throw new Error(`${text} isn't there`)
  return found
}

test('an import is taken back but for what people have answered, edited or linked, and brought again', async () => {
  const community = await communityOfThisTest({ storage })
  const { services, db } = community
  const [telesila, amparo] = await community.signInAll('Telesila', 'Amparo')
  const own = await telesila.writes({ title: 'De Telesila' })
  const before = await seenBy(telesila)
  const keysBefore = await community.storedKeys()

  const blog: Blog = {
    files: [
      ...['retrato.jpg', 'de un post.png', 'suya.webp', 'suelto.txt', 'de otro post.txt', 'de un comentario.txt'],
      ...['de un mensaje.txt', 'con corazón.txt'],
    ],
    posts: {
      solo: { by: 'Sisebuto', category: 'Leyes' },
      editado: { by: 'Amparo', category: 'Historia' },
      comentado: { by: 'Urraca', category: 'Historia', shows: 'de un post.png' },
      enlazado: { by: 'Urraca' },
      dicho: { by: 'Urraca' },
      aplaudido: { by: 'Urraca' },
      'con respuesta': { by: 'Urraca' },
      'con comentario': { by: 'Urraca', shows: 'suya.webp' },
    },
    comments: {
      'de nadie más': { by: 'Sisebuto', on: 'con comentario' },
      'pregunta de entonces': { by: 'Urraca', on: 'con respuesta' },
      'mío de entonces': { by: 'Amparo', on: 'enlazado' },
    },
    messages: { 'sin más': 'Sisebuto', contestado: 'Urraca', 'con reacción': 'Urraca', corregido: 'Amparo' },
  }
  const { id: run } = await bring(community, blogImport(blog))
  expect(run).toBe(1)
  const all = await seenBy(telesila)
  expect(all.files).toHaveLength(8)

  const posts = await rowsOf(db, 'posts')
  const files = await rowsOf(db, 'files')
  const comments = await rowsOf(db, 'comments')
  const messages = await rowsOf(db, 'chat_messages')
  const fileToken = (name: string) => `{{file:${find(files, name).id}|}}`
  await telesila.comments(find(posts, 'comentado'), 'Yo estuve allí.')
  const stored = expectDone(await amparo.get<Post>(`/posts/${find(posts, 'editado').id}`))
  const { title, category_id } = stored
  expectDone(await amparo.put(`/posts/${stored.id}`, { title, category_id, content: 'Otra cosa.' }))
  await telesila.writes({
    title: 'Enlaces',
    content: `{{post:${find(posts, 'enlazado').id}|}} ${fileToken('de otro post.txt')}`,
  })
  await telesila.says(`Mirad {{post:${find(posts, 'dicho').id}|}} y ${fileToken('de un mensaje.txt')}`)
  await telesila.comments(own, fileToken('de un comentario.txt'))
  await telesila.reacts('post', find(posts, 'aplaudido'))
  await telesila.reacts('file', find(files, 'con corazón.txt'))
  await telesila.comments(find(posts, 'con respuesta'), 'Sí.', { reply_to: find(comments, 'pregunta de entonces').id })
  await telesila.reacts('message', find(messages, 'con reacción'))
  await telesila.says('Contesto', { reply_to: find(messages, 'contestado').id })
  expectDone(await amparo.put(`/chat/messages/${find(messages, 'corregido').id}`, { message: 'corregido hoy' }))
  expectDone(await amparo.put('/account/avatar', { avatar: `file:${find(files, 'retrato.jpg').id}` }))

  const { removed, kept } = await undo(services, 1)
  expect(sorted(kept.map(({ kind, title, why }) => `${kind} ${title} ${why}`))).toEqual(
    sorted([
      ...['comment pregunta de entonces answered', 'message contestado answered', 'message con reacción answered'],
      ...['message corregido hoy edited', 'post aplaudido answered', 'post comentado answered'],
      ...['post con respuesta answered', 'post dicho linked', 'post editado edited', 'post enlazado linked'],
      ...['file con corazón.txt answered', 'file de otro post.txt linked', 'file de un comentario.txt linked'],
      ...['file de un mensaje.txt linked', 'file de un post.png linked', 'file retrato.jpg linked'],
    ]),
  )
  // two posts, two comments, a message and two files
  expect(removed).toBe(7)
  const left = await seenBy(telesila)
  expect(left.posts).not.toContain('solo')
  expect(left.posts).toContain('comentado')
  expect(left.comments).not.toContain('mío de entonces')
  expect(left.messages).not.toContain('sin más')
  expect(left.files).toEqual(all.files.filter((name) => !['suelto.txt', 'suya.webp'].includes(name)))
  for (const name of ['suelto.txt', 'suya.webp'])
    expectRefusal(await telesila.get(`/files/${find(files, name).id}`), 404)
  expect(await community.storedKeys()).toHaveLength(keysBefore.length + 6)
  expect((await rowsOf(db, 'categories')).map(({ name }) => name)).toEqual(['Historia'])
  const nameless = async () => (await rowsOf(db, 'users')).filter((user) => user.deleted_at !== null)
  expect((await nameless()).map(({ name }) => name)).toEqual(['Urraca'])
  const seqs = (await rowsOf(db, 'chat_messages')).map(({ seq }) => seq).sort((a, b) => a - b)
  expect(seqs).toEqual([-2, -1, 0, 1, 2])

  const again = await undo(services, 1)
  expect(again).toEqual({ removed: 0, kept: expect.arrayContaining(kept) })
  await expect(undo(services, 7)).rejects.toThrow('There is no import 7: see import list.')

  const { id: second } = await bring(community, blogImport(blog))
  expect(second).toBe(2)
  const restored = await seenBy(telesila)
  expect(restored.files).toEqual(all.files)
  for (const kind of ['posts', 'comments'] as const) expect(restored[kind]).toEqual(expect.arrayContaining(all[kind]))
  expect(restored.messages).toContain('sin más')
  expect((await nameless()).map(({ name }) => name).toSorted()).toEqual(['Sisebuto', 'Urraca'])
  // what the second one has brought, and nobody has touched
  expect((await undo(services, 2)).kept).toEqual([])
  expect(await seenBy(telesila)).toEqual(left)
  expect(before.posts).toEqual(['De Telesila'])
  expect((await trailOf(community)).toReversed()).toEqual([
    ['content_imported', 'blog.xml', expect.stringMatching(/^import 1: /)],
    ['import_undone', 'blog.xml', '7 removed, 16 kept'],
    ['import_undone', 'blog.xml', '0 removed, 16 kept'],
    ['content_imported', 'blog.xml', expect.stringMatching(/^import 2: /)],
    ['import_undone', 'blog.xml', '7 removed, 0 kept'],
  ])
})

test('all that was brought under a name becomes a member’s, also what comes later', async () => {
  const place = await createLocation()
  onTestFinished(place.remove)
  const community = await communityOfThisTest({ location: place, storage })
  const { services, db } = community
  const bruno = await community.signIn('Bruno')
  const blog: Blog = {
    files: ['de Urraca.txt'],
    posts: { 'de Urraca': { by: 'Urraca' }, 'de otro': { by: 'Sisebuto' } },
    comments: { 'comenta Urraca': { by: 'Urraca', on: 'de otro' } },
    messages: { 'dice Urraca': 'Urraca', 'dice otro': 'Sisebuto' },
  }
  await bring(community, blogImport(blog))
  const search = async () => {
    await fillIndex({ ...services, log: { info() {} } }, { pauseRatio: 0 })
    return expectDone(await bruno.get<Hit[]>('/search?q=urraca&limit=100')).map(({ kind }) => kind)
  }
  const found = await search()
  expect(found.toSorted()).toEqual(['comment', 'file', 'message', 'post'])

  await expect(assign(services, 'Nadie', 'Bruno')).rejects.toThrow('No import brought anything by "Nadie".')
  await expect(assign(services, 'Urraca', 'Nadie')).rejects.toThrow('There is no account named "Nadie".')
  expect(await assign(services, 'urraca', 'bruno')).toBe(4)
  await expect(assign(services, 'Urraca', 'Hipatia')).rejects.toThrow('"Urraca" is "Bruno" already.')

  const post = find(expectDone(await bruno.get<Post[]>('/posts')), 'de Urraca')
  expect(post).toMatchObject({ author_id: bruno.id, author_name: 'Bruno' })
  const { title, category_id } = post
  expectDone(await bruno.put(`/posts/${post.id}`, { title, category_id, content: 'Lo corrijo.' }))
  const versions = expectDone(await bruno.get<{ editor_name: string }[]>(`/posts/${post.id}/versions`))
  expect(versions.map(({ editor_name }) => editor_name)).toEqual(['Bruno', 'Bruno'])
  const [message, other] = expectDone(await bruno.get<ChatMessage[]>('/chat/messages'))
  expect([message, other]).toMatchObject([{ author_id: bruno.id, username: 'Bruno' }, { username: 'Sisebuto' }])
  expectDone(await bruno.delete(`/chat/messages/${message?.id}`))
  const [file] = expectDone(await bruno.get<ArchiveFile[]>('/files'))
  expect(file).toMatchObject({ uploader_id: bruno.id })
  const [comment] = await rowsOf(db, 'comments')
  expect(comment).toMatchObject({ author_id: bruno.id })
  expect((await search()).toSorted()).toEqual(['comment', 'file', 'post'])
  expect((await rowsOf(db, 'users', { name: 'Urraca' })).length).toBe(0)

  await bring(community, blogImport({ messages: { 'dice otra vez Urraca': 'Urraca' } }), 'blog 2.xml')
  const later = expectDone(await bruno.get<ChatMessage[]>('/chat/messages'))
  expect(find(later, 'dice otra vez Urraca')).toMatchObject({ author_id: bruno.id })
  expect(later.map(({ seq }) => seq)).toEqual([-2, -1, 0])
  expect((await trailOf(community)).toReversed()).toContainEqual(['import_assigned', 'Urraca', '4 → Bruno'])

  await undo(services, 2)
  const list = await runImport(place, ['list'])
  expect(list.lines.map((line) => line.replace(/\S+Z/, 'WHEN'))).toEqual([
    '2  WHEN  wordpress "blog 2.xml"  undone',
    '1  WHEN  wordpress "blog.xml"  import 1: 0 messages, 0 posts, 0 comments, 1 files, 0 left out',
  ])
  expect((await runImport(place, ['list', '1'])).lines.slice(0, 2)).toEqual(['files             1', 'years'])
  expect((await runImport(place, ['list', '2'])).text).toMatch(/undone \S+Z$/)
  expect(await runImport(place, ['list', '3'])).toMatchObject({ code: 1, stderr: 'There is no import 3.\n' })
  const undone = await runImport(place, ['undo', '1'])
  expect(undone.text).toMatch(
    /^kept {2}post [0-9a-f]{32} {2}"de Urraca" {2}edited since\nimport 1 undone: 5 removed, 1 kept$/,
  )
  expect(undone.code).toBe(1)
  expect(await runImport(place, ['undo', '3'])).toMatchObject({
    code: 1,
    stderr: 'There is no import 3: see import list.\n',
  })
})
