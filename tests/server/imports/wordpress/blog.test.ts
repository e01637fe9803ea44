// @databases both
// A blog moves in: its files into the archive, its posts and pages as posts, with what was answered to them.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Category } from '../../../../contract/categories.ts'
import type { Comment } from '../../../../contract/comments.ts'
import type { ArchiveFile } from '../../../../contract/files.ts'
import type { Post } from '../../../../contract/posts.ts'
import { runImport } from '../../../../server/imports/imports.ts'
import { describeReport, lastLine } from '../../../../server/imports/report.ts'
import { undo } from '../../../../server/imports/undo.ts'
import { importWordPress } from '../../../../server/imports/wordpress/import.ts'
import { fixturePath } from '../../../support/fixtures.ts'
import { newStore } from '../../../support/server/backups.ts'
import { type Community, communityOfThisTest, expectDone } from '../../../support/server/community.ts'
import { addTo } from '../../../support/server/imports.ts'
import { startFakeSite } from '../../outbound/fake-site.ts'
import { attachment, category, comment, exported, item, meta } from './export.ts'

const photo = readFileSync(fixturePath('foto.jpg'))
const minutes = readFileSync(fixturePath('acta.pdf'))

const { site, url, requests, open, openStrict } = await startFakeSite()

interface Options {
  uploads?: string
  fetch?: boolean
  isDryRun?: boolean
}

async function bring({ services }: Community, xml: string, { isDryRun = false, ...options }: Options = {}) {
  const path = join(await newStore(), 'blog.xml')
  writeFileSync(path, xml)
  const progress = { step() {}, advance() {} }
  const { id, summary } = await runImport(
    services,
    { kind: 'wordpress', name: 'blog.xml', isDryRun, progress },
    (run) => importWordPress(run, path, options),
  )
  return { id: id ?? 0, last: lastLine(id ?? 'dry-run', summary), report: describeReport(summary), summary }
}

async function uploadsWith(files: Record<string, string | Buffer>) {
  const folder = join(await newStore(), 'uploads')
  addTo(folder, files)
  return folder
}

const postsOf = async ({ hipatia }: Community) => expectDone(await hipatia.get<Post[]>('/posts'))
const draftsOf = async ({ hipatia }: Community) =>
  expectDone(await hipatia.get<Post[]>('/posts/all?include_unpublished=true')).filter((post) => !post.is_published)
const filesOf = async ({ hipatia }: Community) => expectDone(await hipatia.get<ArchiveFile[]>('/files'))
const commentsOf = async ({ hipatia }: Community, { id }: { id: string }) =>
  expectDone(await hipatia.get<Comment[]>(`/comments/post/${id}`))

async function postNamed(community: Community, title: string) {
  const found = [...(await postsOf(community)), ...(await draftsOf(community))].find((post) => post.title === title)
  if (!found) throw new Error(`no post ${title}`)
  return expectDone(await community.hipatia.get<Post>(`/posts/${found.id}`))
}

test('Posts and pages come with their moments, authors, categories, and answered comments', async () => {
  const community = await communityOfThisTest()
  await community.hipatia.createsAccount('Bea', { email: 'bea@club.example' })
  const answers = [
    comment(5, 'Bea de lejos', '¡Qué <b>bien</b>!', { email: 'bea@club.example' }),
    comment(6, 'Leo', 'Sí.\n\nMucho.', { parent: 5, date: '2019-05-06 09:00:00' }),
    comment(7, 'Otro blog', '[…]', { type: 'pingback' }),
    comment(8, 'Vendedor', 'Compra', { approved: 'spam' }),
    comment(9, '', 'Anónima', { parent: 8 }),
  ]
  const terms = category('Lecturas') + category('Viajes') + category('mar_y_sol', 'post_tag')
  const xml = exported(
    item({ id: 1, title: 'El <em>faro</em>', more: terms + answers.join('') }),
    item({ id: 2, type: 'page', title: 'Quiénes somos', date: '2018-01-02 03:04:05' }),
    item({ id: 3, type: 'nav_menu_item', title: 'Menú' }),
    item({ id: 4, type: 'product', title: 'Una taza' }),
  )
  const planned = await bring(community, xml, { isDryRun: true })
  expect(await postsOf(community)).toEqual([])
  const { last, report } = await bring(community, xml)
  expect(report).toBe(planned.report)
  expect(last).toBe('import 1: 0 messages, 2 posts, 3 comments, 0 files, 5 left out')

  const faro = await postNamed(community, 'El faro')
  expect(faro).toMatchObject({
    content: 'Hola.\n\nOtras categorías: Viajes · Etiquetas: mar_y_sol',
    category_name: 'Lecturas',
    author_name: 'Ana Ruiz',
    is_published: true,
    published_at: '2019-05-04T10:00:00.000Z',
    created_at: '2019-05-04T10:00:00.000Z',
    updated_at: '2019-05-04T10:00:00.000Z',
  })
  expect(await postNamed(community, 'Quiénes somos')).toMatchObject({ published_at: '2018-01-02T03:04:05.000Z' })
  const comments = await commentsOf(community, faro)
  expect(comments).toMatchObject([
    { author_name: 'Bea', content: '¡Qué **bien**!', created_at: '2019-05-05T09:00:00.000Z', reply_to: null },
    { author_name: 'Anónimo', content: 'Anónima', reply_to: null },
    { author_name: 'Leo', content: 'Sí.\n\nMucho.', reply_to: comments[0]?.id },
  ])
  for (const line of [
    'left out, 1: the place of a page among the pages: it is a post here\n  Quiénes somos',
    'left out, 1: menus, old versions and looks of WordPress\n  Menú',
    'left out, 1: the type "product" of a plugin\n  Una taza',
    'left out, 1: pingbacks of other sites\n  Otro blog: […]',
    'left out, 1: comments that nobody approved\n  Vendedor: Compra',
    '  2  Ana Ruiz  (no account: shown by name)',
    '  1  Bea de lejos  (member Bea)',
  ])
    expect(report).toContain(line)
})

test('What was not for everybody comes as a draft', async () => {
  const community = await communityOfThisTest()
  await bring(
    community,
    exported(
      item({ id: 1, title: 'Borrador', status: 'draft' }),
      item({ id: 2, title: 'Privada', status: 'private' }),
      item({ id: 3, title: 'Pendiente', status: 'pending' }),
      item({ id: 4, title: 'Con clave' }).replace('<wp:post_password><![CDATA[', '<wp:post_password><![CDATA[abc'),
      item({ id: 5, title: 'Futura', status: 'future', date: '2031-01-01 00:00:00' }),
      item({ id: 6, title: 'Tirada', status: 'trash' }),
    ),
  )
  expect(await postsOf(community)).toEqual([])
  const titles = (await draftsOf(community)).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Borrador', 'Con clave', 'Futura', 'Pendiente', 'Privada'])
})

describe('files', () => {
  const faro =
    '<a href="https://blog.example/wp-content/uploads/2019/05/faro-scaled.jpg"><img class="wp-image-11" src="https://blog.example/wp-content/uploads/2019/05/faro-300x200.jpg" alt="El faro"></a>'
  const xml = exported(
    attachment(11, '2019/05/faro-scaled.jpg', { parent: 1 }),
    attachment(12, '2019/05/Actas de mayo.pdf'),
    attachment(13, '2019/05/perdida.jpg'),
    item({
      id: 1,
      html: `${faro}\n\nLee <a href="http://www.blog.example/?p=2">la otra</a> y <a href="/wp-content/uploads/2019/05/Actas%20de%20mayo.pdf">las actas</a>.\n\n<img src="https://blog.example/wp-content/uploads/2020/01/suelta-150x150.jpg">`,
      more: category('Costa'),
    }),
    item({ id: 2, title: 'La otra', html: 'https://blog.example/1/', more: meta('_thumbnail_id', '11') }),
  )

  test('come from the folder of uploads, and posts show them and link to each other', async () => {
    const community = await communityOfThisTest()
    const uploads = await uploadsWith({
      '2019/05/faro.jpg': photo,
      '2019/05/Actas de mayo.pdf': minutes,
      '2020/01/suelta.jpg': Buffer.concat([photo, Buffer.from('x')]),
    })
    const { report, last } = await bring(community, xml, { uploads })
    expect(last).toBe('import 1: 0 messages, 2 posts, 0 comments, 3 files, 1 left out')
    expect(report).toContain(
      'left out, 1: not in the folder of uploads\n  https://blog.example/wp-content/uploads/2019/05/perdida.jpg',
    )

    const files = await filesOf(community)
    const idOf = (name: string) => files.find((file) => file.original_name === name)?.id
    expect(files.map((file) => [file.original_name, file.uploaded_by, file.category_name]).toSorted()).toEqual([
      ['Actas de mayo.pdf', 'Ana Ruiz', null],
      ['faro-scaled.jpg', 'Ana Ruiz', 'Costa'],
      ['suelta.jpg', 'Ana Ruiz', 'Costa'],
    ])
    const [post, other] = [await postNamed(community, 'El faro'), await postNamed(community, 'La otra')]
    expect(post.content).toBe(
      [
        `![El faro](file:${idOf('faro-scaled.jpg')})`,
        `Lee {{post:${other.id}|la otra}} y {{file:${idOf('Actas de mayo.pdf')}|las actas}}.`,
        `![](file:${idOf('suelta.jpg')})`,
      ].join('\n\n'),
    )
    expect(other.content).toBe(`![](file:${idOf('faro-scaled.jpg')})\n\n{{post:${post.id}|El faro}}`)
    const linked = expectDone(await community.hipatia.get<{ id: string }[]>(`/posts/${post.id}/linked-from`))
    expect(linked).toMatchObject([{ id: other.id }])
  })

  test('outside of the folder are not read, by way of no path and no link', async () => {
    const community = await communityOfThisTest()
    const uploads = await uploadsWith({ '2019/05/uno.txt': 'uno' })
    writeFileSync(join(uploads, '../secreto.txt'), 'secreto')
    symlinkSync(join(uploads, '../secreto.txt'), join(uploads, 'enlace.txt'))
    symlinkSync('/etc', join(uploads, 'etc'))
    mkdirSync(join(uploads, 'carpeta.txt'))
    const paths = [
      '../secreto.txt',
      '2019/../../secreto.txt',
      '/etc/hostname',
      'etc/hostname',
      'enlace.txt',
      'carpeta.txt',
      'a\u0000b',
    ]
    const hostile = paths.map((path, index) => attachment(index + 1, 'no.txt').replaceAll('no.txt', path))
    const { last } = await bring(community, exported(...hostile, attachment(20, '2019/05/uno.txt')), { uploads })
    expect(last).toBe('import 1: 0 messages, 0 posts, 0 comments, 1 files, 7 left out')
    expect((await filesOf(community)).map((file) => file.original_name)).toEqual(['uno.txt'])
  })

  test('that nobody gave the command keep their addresses, which is said', async () => {
    const community = await communityOfThisTest()
    const { report } = await bring(community, xml)
    expect(report).toContain('left out, 4: files: give --uploads FOLDER or --fetch')
    expect((await postNamed(community, 'El faro')).content).toContain(
      '[![El faro](https://blog.example/wp-content/uploads/2019/05/faro-300x200.jpg)](https://blog.example/wp-content/uploads/2019/05/faro-scaled.jpg)',
    )
  })

  const atSite = (text: string) => text.replaceAll('https://blog.example', url)

  test('are fetched from the site, up to the limit of an upload', async () => {
    const community = await communityOfThisTest({ outbound: open() })
    site.respond = (request, response) => {
      if (request.url?.endsWith('faro-scaled.jpg')) response.end(photo)
      else if (request.url?.endsWith('mayo.pdf'))
        response.writeHead(200, { 'content-type': 'x/y' }).write(Buffer.alloc(2 ** 21))
      else if (request.url?.endsWith('perdida.jpg'))
        response.writeHead(200, { 'content-length': 100 }).end('x', () => response.destroy())
      else response.writeHead(404).end('<html>')
    }
    const { last, report } = await bring(community, atSite(xml), { fetch: true })
    expect(last).toBe('import 1: 0 messages, 2 posts, 0 comments, 1 files, 4 left out')
    expect(report).toContain('left out, 3: the site did not give it')
    expect(requests.map((request) => request.url)).toContain('/wp-content/uploads/2019/05/Actas%20de%20mayo.pdf')
    expect((await filesOf(community)).map((file) => file.original_name)).toEqual(['faro-scaled.jpg'])
  })

  test('are not asked of our own network', async () => {
    const community = await communityOfThisTest({ outbound: openStrict() })
    const { report } = await bring(
      community,
      exported(attachment(1, 'x.jpg')).replaceAll('https://blog.example', 'http://localhost'),
      { fetch: true },
    )
    expect(report).toContain('left out, 1: the site did not give it')
    expect(requests).toEqual([])
  })
})

test('The same export again brings nothing, and a longer one what is new, also to what is here', async () => {
  const community = await communityOfThisTest()
  const first = item({ id: 1, more: comment(1, 'Leo', 'Uno') })
  await bring(community, exported(first))
  const again = await bring(community, exported(first))
  expect(again.last).toBe('import 2: 0 messages, 0 posts, 0 comments, 0 files, 0 left out')
  const longer = exported(
    item({ id: 1, more: comment(1, 'Leo', 'Uno') + comment(2, 'Ana Ruiz', 'Dos', { parent: 1 }) }),
    item({ id: 2, title: 'Otro', html: '<a href="https://blog.example/1/">el faro</a>' }),
  )
  expect((await bring(community, longer)).last).toBe('import 3: 0 messages, 1 posts, 1 comments, 0 files, 0 left out')
  const faro = await postNamed(community, 'El faro')
  const [one, two] = await commentsOf(community, faro)
  expect(two).toMatchObject({ content: 'Dos', reply_to: one?.id })
  expect((await postNamed(community, 'Otro')).content).toBe(`{{post:${faro.id}|el faro}}`)

  expectDone(await community.hipatia.delete(`/posts/${faro.id}`))
  const { last, report } = await bring(community, longer)
  expect(last).toBe('import 4: 0 messages, 0 posts, 0 comments, 0 files, 1 left out')
  expect(report).toContain('it was brought before, and deleted since\n  El faro')
})

test('A title or text over our limits is said before anything is written', async () => {
  const community = await communityOfThisTest()
  const xml = exported(
    item({ id: 1, title: 'Largo', html: 'a '.repeat(50_001) }),
    item({ id: 2, title: `Título ${'y más '.repeat(60)}` }),
    item({ id: 3, title: 'Corto', more: comment(1, 'Leo', 'b '.repeat(5001)) }),
  )
  const { last, report } = await bring(community, xml, { isDryRun: true })
  expect(last).toBe('import dry-run: 0 messages, 2 posts, 0 comments, 0 files, 2 left out')
  expect(report).toContain('left out, 1: a text of more than 100000 characters\n  Largo')
  expect(community.logText()).toContain('is left out: El contenido')
  await bring(community, xml)
  const titles = (await postsOf(community)).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Corto', expect.stringMatching(/^Título (?:y más )+.*…$/u)])
  const cut = (await postsOf(community)).find(({ title }) => title.endsWith('…'))
  expect((await postNamed(community, cut?.title ?? '')).content).toContain('y más y más y más\n\nHola.')
})

test('An import is undone but for what people have done with it since', async () => {
  const community = await communityOfThisTest()
  const uploads = await uploadsWith({ 'faro.jpg': photo })
  const xml = exported(
    attachment(11, 'faro.jpg'),
    item({
      id: 1,
      html: '<img class="wp-image-11" src="faro.jpg">',
      more: category('Costa') + comment(1, 'Leo', 'Uno'),
    }),
    item({ id: 2, title: 'Otro' }),
  )
  const { id } = await bring(community, xml, { uploads })
  const other = await postNamed(community, 'Otro')
  expectDone(await community.hipatia.post(`/comments/post/${other.id}`, { content: 'Me quedo.' }))
  expect(await undo(community.services, id)).toMatchObject({
    removed: 3,
    kept: [{ kind: 'post', title: 'Otro', why: 'answered' }],
  })
  expect((await postsOf(community)).map(({ title }) => title)).toEqual(['Otro'])
  expect(await filesOf(community)).toEqual([])
  expect(expectDone(await community.hipatia.get<Category[]>('/categories'))).toEqual([])
})
