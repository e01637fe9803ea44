// @databases both
// The ZIP of a member's own things: all of them, and nobody else's.
import { expect, test } from 'vitest'
import { readDueTitle } from '../../../server/files/links.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, days, expectDone, type Person, passwordOf } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { awaitVersions } from '../../support/server/person.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { readZip } from '../../support/server/zip.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun() })
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

async function takesAway(person: Person, more: object = {}) {
  community.advanceClock(days(1))
  const body = { password: passwordOf(person.name), ...more }
  const { url } = expectDone(await person.post<{ url: string }>('/account/export', body))
  const answer = await person.fetchesBytes(url)
  expect(answer.status).toBe(200)
  return { ...answer, zip: await readZip(answer.bytes) }
}

test('Ana takes away her posts, drafts, comments, messages, news, links, files and account', async () => {
  const { id: history } = await hipatia.createsCategory('Historia')
  const photo = await ana.uploads(fixture('foto.jpg'), { description: 'La del puerto' })
  const notes = await ana.uploads({ name: 'notas.txt', type: 'text/plain', bytes: 'Unas notas. '.repeat(100) })
  const brunosPhoto = await bruno.uploads(fixture('dibujo.png'))
  await awaitVersions(ana)
  const brunos = await bruno.writes({ title: 'De Bruno', content: 'Palabras de Bruno.' })
  const draft = await ana.drafts({ title: 'Sin acabar', content: 'Falta el final.' })
  const post = await ana.writes({
    title: 'El faro / la «luz»',
    content: `# Subida\n\nUn **faro**: {{file:${photo.id}|la foto}}, {{post:${draft.id}|lo otro}}, {{post:${brunos.id}|lo suyo}}.\n\n{{file:${photo.id}|el puerto}}\n\n<script>alert(1)</script>\n\n![una imagen](https://otra.example/x.png)\n\nDe noche: ![la luna](file:${photo.id}), y ![la de Bruno](file:${brunosPhoto.id})`,
    category_id: history,
  })
  await ana.comments(brunos, 'Muy *bueno*.')
  await bruno.comments(post, 'Comentario de Bruno.')
  await ana.says(`Mirad {{file:${notes.id}|mis notas}} <3`)
  await bruno.says('Mensaje de Bruno')
  await ana.shares({ title: 'Se abre el puerto', url: 'https://puerto.example/?a=1&b=2', comment: 'Por fin' })
  await bruno.shares({ title: 'Noticia de Bruno', url: 'https://bruno.example/' })
  await ana.links('https://enlace.example/')
  const findTitle = async () => ({ title: 'Un <b>enlace</b>', mayRetry: false })
  const { services } = community
  await readDueTitle({ ...services, outbound: { ...services.outbound, findTitle } })
  await bruno.uploads({ name: 'secreto-de-bruno.txt', type: 'text/plain', bytes: 'Bytes de Bruno' })

  const { zip, headers } = await takesAway(ana)
  expect(headers.get('content-type')).toBe('application/zip')
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(
    /^attachment; .*filename\*=UTF-8''Alejandría de Ana 2026-03-03\.zip$/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(zip.paths).toEqual(
    [
      ...['LEEME.txt', 'index.html', 'estilo.css', 'cuenta.json'],
      ...['archivos.json', 'archivos/foto.jpg', 'archivos/notas.txt'],
      ...['posts/2026-03-02 El faro - la «luz».md', 'posts/2026-03-02 El faro - la «luz».html'],
      ...['borradores/2026-03-02 Sin acabar.md', 'borradores/2026-03-02 Sin acabar.html'],
      ...['comentarios.json', 'comentarios/2026.html', 'mensajes.json', 'mensajes/2026-03.html'],
      ...['noticias.json', 'noticias.html', 'enlaces.json', 'enlaces.html'],
    ].toSorted(),
  )

  expect(zip.bytes('archivos/foto.jpg').equals(Buffer.from(fixture('foto.jpg').bytes as Uint8Array))).toBe(true)
  expect(zip.isCompressed('archivos/foto.jpg')).toBe(false)
  expect(zip.isCompressed('archivos/notas.txt')).toBe(true)

  const markdown = zip.text('posts/2026-03-02 El faro - la «luz».md')
  expect(markdown).toContain('title: "El faro / la «luz»"\ncategory: "Historia"\ncreated: "2026-03-02T09:00:00.000Z"')
  expect(markdown.endsWith(`---\n\n${post.content}`)).toBe(true)

  const page = zip.text('posts/2026-03-02 El faro - la «luz».html')
  expect(page).toContain('<strong>faro</strong>')
  expect(page).toContain('href="../archivos/foto.jpg"')
  expect(page).toContain('href="../borradores/2026-03-02%20Sin%20acabar.html"')
  expect(page).toContain(`href="https://alejandria.example/blog/${brunos.id}"`)
  // of the own pictures; none of another site
  const pictures = [...page.matchAll(/<img [^>]*>/g)].map(([image]) => image)
  const image = (alt: string) => `<img src="../archivos/foto.jpg" alt="${alt}" width="375" height="500" loading="lazy">`
  expect(pictures).toEqual([image(''), image('la luna')])
  expect(page).toContain(
    `<a href="https://alejandria.example/files/${brunosPhoto.id}/view" rel="noopener noreferrer nofollow" class="file-link">la de Bruno</a>`,
  )
  expect(page).not.toContain('<script')
  // in Madrid
  expect(page).toMatch(
    /Publicado el <time datetime="2026-03-02T09:00:00\.000Z">2 de marzo de 2026.*10:00<\/time> · Historia/,
  )

  expect(zip.text('comentarios/2026.html')).toContain('Muy <em>bueno</em>.')
  expect(zip.json('comentarios.json')).toMatchObject([
    { content: 'Muy *bueno*.', post: { id: brunos.id, title: 'De Bruno' } },
  ])
  expect(zip.text('mensajes/2026-03.html')).toContain(
    'Mirad <a href="../archivos/notas.txt" class="file-link">mis notas</a> &#60;3',
  )
  expect(zip.json<object[]>('mensajes.json')).toHaveLength(1)
  expect(zip.text('noticias.html')).toContain('<a href="https://puerto.example/?a=1&#38;b=2"')
  expect(zip.json('noticias.json')).toMatchObject([{ title: 'Se abre el puerto', comment: 'Por fin' }])
  expect(zip.json('enlaces.json')).toMatchObject([{ title: 'Un <b>enlace</b>', url: 'https://enlace.example/' }])
  expect(zip.text('enlaces.html')).toMatch(
    /href="https:\/\/enlace.example\/"[^>]*><bdi>Un &#60;b&#62;enlace&#60;\/b&#62;<\/bdi><\/a>/,
  )
  expect(zip.text('enlaces.html')).toContain('>https://enlace.example/<')
  expect(zip.json('archivos.json')).toMatchObject([
    { name: 'foto.jpg', path: 'archivos/foto.jpg', description: 'La del puerto', type: 'image/jpeg' },
    { name: 'notas.txt', path: 'archivos/notas.txt' },
  ])
  expect(zip.json('cuenta.json')).toEqual({
    id: ana.id,
    name: 'Ana',
    email: 'ana@alejandria.example',
    phone: null,
    role: 'normal',
    avatar: null,
    created_at: '2026-03-02T09:00:00.000Z',
    email_preferences: { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false },
    community: 'https://alejandria.example',
    exported_at: '2026-03-03T09:00:00.000Z',
  })
  expect(zip.allText()).not.toMatch(
    /Palabras de Bruno|Comentario de Bruno|Mensaje de Bruno|Noticia de Bruno|secreto-de-bruno|Bytes de Bruno/,
  )
  expect(zip.allText()).not.toContain('argon2')
  expect(zip.allText()).not.toContain(ana.token)
})

/** Addresses of links of a page that lead into the ZIP. */
const linkedPaths = (page: string, html: string) =>
  [...html.matchAll(/(?:href|src)="([^"#]+)"/g)]
    .map(([, url = '']) => url)
    .filter((url) => !/^https?:/.test(url))
    .map((url) => decodeURIComponent(new URL(url, `file:///${encodeURI(page)}`).pathname.slice(1)))

test('every link of every page leads to a file of the ZIP, and index.html leads to all of them', async () => {
  const { zip } = await takesAway(ana)
  const pages = zip.paths.filter((path) => path.endsWith('.html'))
  for (const page of pages)
    for (const path of linkedPaths(page, zip.text(page))) expect(zip.paths, `${page} → ${path}`).toContain(path)
  const listed = new Set(linkedPaths('index.html', zip.text('index.html')))
  expect(zip.paths.filter((path) => !listed.has(path))).toEqual(['index.html'])
})

test('messages have their links, and a link without words of its own has the name of what it leads to', async () => {
  const clara = await community.signIn('Clara')
  const { id: notes } = await clara.uploads({ name: 'notas.txt', type: 'text/plain', bytes: 'Unas notas.' })
  const { id: site } = await clara.links('https://sitio.example/')
  const own = await clara.writes({ title: '¿Qué hay?' })
  const brunos = await bruno.writes({ title: 'Lo de Bruno' })
  const tokens = `{{file:${notes}|}}, {{post:${own.id}|}}, {{file:${site}|}}, {{post:${brunos.id}|}}`
  await clara.writes({ title: 'Con enlaces', content: tokens })
  const words = `Mira https://faro.example/x?a=1&b=2, www.faro.example, [las notas](file:${notes}) y {{file:123|nada}}`
  for (const message of [words, tokens]) await clara.says(message)

  const { zip } = await takesAway(clara)
  const [path = ''] = zip.paths.filter((path) => path.startsWith('mensajes/'))
  const messages = zip.text(path)
  const elsewhere = 'rel="noopener noreferrer nofollow"'
  expect(messages).toContain(
    `<a href="https://faro.example/x?a=1&#38;b=2" ${elsewhere}>https://faro.example/x?a=1&#38;b=2</a>,`,
  )
  expect(messages).toContain(`<a href="http://www.faro.example" ${elsewhere}>www.faro.example</a>`)
  expect(messages).toContain('<a href="../archivos/notas.txt" class="file-link">las notas</a>')
  expect(messages).toContain('<span class="not-found">nada (file not found)</span>')
  const post = zip.text(zip.paths.find((path) => path.endsWith(' Con enlaces.html')) ?? '')
  for (const page of [messages, post]) {
    const titles = [...page.matchAll(/<a [^>]*-link">([^<]*)<\/a>/g)].map(([, title]) => title)
    expect(titles.slice(-4)).toEqual(['notas.txt', '¿Qué hay?', 'https://sitio.example/', 'Post de la comunidad'])
  }
})

test('a file that a browser would run is named and not linked, and no page runs or loads anything else', async () => {
  const delia = await community.signIn('Delia')
  const { id } = await delia.uploads({ name: 'página.html', bytes: '<script>alert(1)</script>' })
  for (const name of ['dibujo.SVG', 'ruta.gpx', 'sin extensión']) await delia.uploads({ name, bytes: '<svg/>' })
  for (const name of ['acta.docx', 'Copia.ZIP', 'voz.m4a']) await delia.uploads({ name, bytes: 'Algo' })
  await delia.writes({ title: 'Con enlace', content: `{{file:${id}|la página}}` })

  const { zip } = await takesAway(delia)
  const files = zip.paths.filter((path) => path.startsWith('archivos/'))
  expect(files).toHaveLength(7)
  const index = zip.text('index.html')
  const linked = linkedPaths('index.html', index)
  expect(files.filter((path) => linked.includes(path))).toEqual([
    ...['archivos/Copia.ZIP', 'archivos/acta.docx', 'archivos/voz.m4a'],
  ])
  expect(index).toContain('podría ejecutar lo que contiene. Está en la carpeta: archivos/página.html')
  expect(index).toContain(`id="archivo-${id}"`)
  const post = zip.text(zip.paths.find((path) => path.endsWith(' Con enlace.html')) ?? '')
  expect(post).toContain(`<a href="../index.html#archivo-${id}" class="file-link">la página</a>`)
  for (const page of [index, post])
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self';`)
})

test('without the files there are their names only, and links to them lead to the community', async () => {
  const { zip } = await takesAway(ana, { with_files: false })
  expect(zip.paths.filter((path) => path.startsWith('archivos/'))).toEqual([])
  expect(zip.json<{ path: null }[]>('archivos.json').map(({ path }) => path)).toEqual([null, null])
  expect(zip.text('posts/2026-03-02 El faro - la «luz».html')).toMatch(
    /href="https:\/\/alejandria\.example\/files\/[0-9a-f]{32}\/view"/,
  )
  expect(zip.text('LEEME.txt')).toContain('esta copia no los incluye')
})

test('somebody who has made nothing takes away an account and its explanation', async () => {
  const { zip } = await takesAway(await community.signIn('Carmen'))
  expect(zip.paths).toEqual(['LEEME.txt', 'cuenta.json', 'estilo.css', 'index.html'])
})

test('hostile and equal names of files and posts stay inside the ZIP, each with its own content', async () => {
  const dora = await community.signIn('Dora')
  const equal = ['CON', 'nul.txt', 'con. ', 'a<b>c.txt', 'A<B>C.TXT', 'foto.txt', 'FOTO.txt']
  const names = [...equal, 'index.html', 'ñ'.repeat(240)]
  for (const [turn, name] of names.entries())
    await dora.uploads({ name, type: 'text/plain', bytes: `Contenido ${turn}` })
  // as an older version, or a restored snapshot, might have stored them
  const stored = ['../../x', '..\\..\\y', '/etc/passwd', '..', 'a\u0000b', '\u202egpj.exe']
  for (const [turn, original_name] of stored.entries()) {
    const { id } = await dora.uploads({ name: 'n.txt', type: 'text/plain', bytes: `Guardado ${turn}` })
    if (community.isPostgres && original_name.includes('\0')) continue
    await changeRows(community.db, 'files', { original_name }, { id })
  }
  for (const title of ['../../etc/passwd', '../../etc/passwd', '..', 'CON', 'Un título <b>con</b> & "signos"'])
    await dora.writes({ title })

  const { zip } = await takesAway(dora)
  for (const path of zip.paths) expect(path).toMatch(/^((archivos|posts)\/)?[^/\\:*?"<>|]+$/)
  for (const path of zip.paths) expect(path).not.toMatch(/[\p{Cc}\p{Cf}]|\.\.\/|^\.|\/\.|[. ]$|\/(con|nul)(\.|$)/iu)
  expect(new Set(zip.paths.map((path) => path.toLowerCase())).size).toBe(zip.paths.length)
  const contents = zip.paths.filter((path) => path.startsWith('archivos/')).map((path) => zip.text(path))
  expect(contents.toSorted()).toEqual(
    [...names.map((_, turn) => `Contenido ${turn}`), ...stored.map((_, turn) => `Guardado ${turn}`)].toSorted(),
  )
  expect(zip.paths.filter((path) => path.startsWith('posts/'))).toHaveLength(10)
  expect(zip.text('index.html')).toContain('Un título &#60;b&#62;con&#60;/b&#62; &#38; &#34;signos&#34;')
})

test('a comment below a post that its author took back tells neither its title nor whom it answers', async () => {
  const elena = await community.signIn('Elena')
  const post = await bruno.writes({ title: 'Lo que Bruno retiró', content: 'Retirado.' })
  const question = await bruno.comments(post, '¿Vienes?')
  await elena.comments(post, 'Lo comenté a tiempo.', { reply_to: question.id })
  await bruno.publishes(post, false)
  const { zip } = await takesAway(elena)
  expect(zip.json('comentarios.json')).toMatchObject([{ content: 'Lo comenté a tiempo.', post: { title: null } }])
  expect(zip.text('comentarios/2026.html')).toContain('En un post que ya no está publicado')
  expect(zip.text('comentarios/2026.html')).not.toContain('Bruno')
  expect(zip.allText()).not.toContain('Lo que Bruno retiró')
})

test('the longest texts become pages while others are answered', async () => {
  const greta = await community.signIn('Greta')
  const long = 'Un párrafo con *énfasis* y [enlace](https://a.example).\n\n'.repeat(1700)
  const contents = [long, '*a **b '.repeat(14_000), '- a\n'.repeat(24_000), '>'.repeat(99_000)]
  for (const [turn, content] of contents.entries()) {
    const { id } = await greta.writes({ title: `Largo ${turn}` })
    await changeRows(community.db, 'posts', { content }, { id })
  }
  // the suite fails a request that takes more than 50 ms of the server's thread
  const { zip } = await takesAway(greta)
  expect(zip.paths.filter((path) => path.startsWith('posts/'))).toHaveLength(2 * contents.length)
  const textOf = (name: string) => zip.text(zip.paths.find((path) => path.endsWith(name)) ?? '')
  for (const [turn, content] of contents.entries()) expect(textOf(` Largo ${turn}.md`).endsWith(content)).toBe(true)
  expect(textOf(' Largo 0.html').match(/<em>énfasis<\/em>/g)?.length).toBeGreaterThan(100)
})

test('comments come by years and messages by months, in the time zone of the setting', async () => {
  const flor = await community.signIn('Flor')
  const post = await flor.writes()
  // an hour before midnight in UTC, so the next day in Madrid
  community.clock.now = Date.parse('2027-01-31T23:00:00Z')
  for (const day of [1, 2, 3]) {
    const again = await community.signIn('Flor')
    await again.comments(post, `Comentario ${day}`)
    await again.says(`Mensaje ${day}`)
    community.advanceClock(days(20))
  }
  const later = await community.signIn('Flor')
  const { zip } = await takesAway(later)
  expect(zip.paths.filter((path) => /^(mensajes|comentarios)\//.test(path))).toEqual([
    ...['comentarios/2027.html', 'mensajes/2027-02.html', 'mensajes/2027-03.html'],
  ])
  const textsOf = (path: string, word: string) =>
    [...zip.text(path).matchAll(new RegExp(`${word} \\d`, 'g'))].map(([text]) => text)
  expect(textsOf('comentarios/2027.html', 'Comentario')).toEqual(['Comentario 1', 'Comentario 2', 'Comentario 3'])
  expect(textsOf('mensajes/2027-02.html', 'Mensaje')).toEqual(['Mensaje 1', 'Mensaje 2'])
  expect(textsOf('mensajes/2027-03.html', 'Mensaje')).toEqual(['Mensaje 3'])
  expect(zip.text('mensajes/2027-02.html')).toContain('<h1>Mensajes de febrero de 2027</h1>')
  expect(zip.text('index.html')).toContain('Mensajes de febrero de 2027</a> <span class="count">2</span>')
})
