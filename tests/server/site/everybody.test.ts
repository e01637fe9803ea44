// The community as a static site, by the operator's command, beside the working server (DECISIONS §7; decision 056).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Post } from '../../../contract/posts.ts'
import { colours } from '../../../server/lib/colours.ts'
import { namespace, onDiskOf24Megabytes } from '../../support/disk/namespace.ts'
import { fixture } from '../../support/fixtures.ts'
import { type S3, startS3 } from '../../support/s3/server.ts'
import { archiveIn, filesBelow, giveTitle, hipatiasServer, newStore, signIn } from '../../support/server/backups.ts'
import { createLocation } from '../../support/server/community.ts'
import { awaitVersions, expectDone } from '../../support/server/person.ts'
import { run, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { findDeadLinks, pagesOf } from '../../support/server/static-site.ts'

const servers = serversOfThisFile()
const site = 'https://alejandria.example'

let place: Awaited<ReturnType<typeof createLocation>>
/** On PostgreSQL the archive is in a bucket. */
let s3: S3 | undefined
let settings: Record<string, string>
let folder: string
let output: { code: number | null; stdout: string; stderr: string }
let photo: ArchiveFile
let lighthouse: Post
let carta: Post
let urraca: { id: string }

const exportTo = (target: string, prefix: string[] = []) =>
  run('admin', ['export', target], place, settings, prefix).ended
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const names = (path: string) => readdirSync(join(folder, path)).sort()

/** A folder that isn't there yet. */
const newFolder = async () => join(await newStore(), 'copia')

/** Text of the page whose name has these words. */
function postPage(words: string, ending = 'html') {
  const paths = filesBelow(join(folder, 'posts')).filter((path) => path.includes(words) && path.endsWith(`.${ending}`))
  expect(paths).toHaveLength(1)
  return { path: relative(folder, paths[0] ?? ''), text: readFileSync(paths[0] ?? '', 'utf8') }
}

beforeAll(async () => {
  place = await createLocation({ isEmpty: true })
  if (inject('postgresUrl') !== undefined) s3 = await startS3()
  const archive = s3 ? archiveIn(s3) : {}
  settings = { PUBLIC_URL: site, ...archive }
  const { origin } = await servers.start(place, { ...hipatiasServer, ...archive })
  const hipatia = await signIn(origin, 'Hipatia')
  for (const name of ['Ana', 'Bruno', 'Carla']) await hipatia.createsAccount(name)
  const [ana, bruno] = [await signIn(origin, 'Ana'), await signIn(origin, 'Bruno')]
  const carla = await signIn(origin, 'Carla')
  const history = await hipatia.createsCategory('Historia', 'Lo que pasó <antes>')
  const index = await hipatia.createsCategory('Índex')

  const described = { category_id: history.id, description: 'El <b>faro</b>' }
  photo = await ana.uploads({ ...fixture('foto.jpg'), name: 'Foto.jpg' }, described)
  await ana.uploads({ ...fixture('foto.webp'), name: 'FOTO.JPG' }, { category_id: history.id })
  const mobile = await ana.uploads({ ...fixture('iphone.heic'), name: 'móvil.heic' }, { category_id: history.id })
  for (const name of ['CON.txt', 'a:b?.txt', '#1 50%.txt', 'fin. .txt', `${'ñ'.repeat(200)}.txt`])
    await ana.uploads({ ...fixture('notas.txt'), name })
  const page = await ana.uploads({ name: 'página.html', bytes: '<script>alert(1)</script>' })
  await ana.links('https://faro.example/a?b=1&c="2"', { original_name: 'Un sitio' })
  await giveTitle(place, await ana.links('https://youtu.be/abcdefghijk'), 'La <b>linterna</b>')

  carta = await bruno.writes({ title: 'La carta', content: 'Querida Ana:', category_id: index.id })
  lighthouse = await ana.writes({
    title: 'El faro <script>alert(1)</script> ../../x',
    category_id: history.id,
    content: [
      `{{file:${photo.id}|El faro de día}}`,
      `Con {{post:${carta.id}|}}, {{file:${page.id}|la página}} y {{file:${'0'.repeat(32)}|nada}}.`,
      `[la carta](${site}/blog/${carta.id}), [el blog](/blog), [mis borradores](/blog/drafts), [fuera](https://faro.example/)`,
      'Una nota[^1]. [Ninguna parte](#no-hay) <img src=x onerror=alert(1)>\n\n[^1]: Al pie.',
      '![estado](https://imagenes.example/a.svg)',
      `Aquí ![de noche](file:${photo.id}), ![móvil](file:${mobile.id}), ![la otra](file:${page.id}) y ![nada](file:${'0'.repeat(32)}).`,
    ].join('\n\n'),
  })
  const comment = await carla.comments(lighthouse, '¡Bonito!')
  expectDone(await carla.put(`/comments/${comment.id}`, { content: '¡**Muy** bonito!' }))
  urraca = await hipatia.createsAccount('Urraca')
  const named = `@[Urraca](${urraca.id})`
  // the second link names a comment of another post
  const answer = await ana.writes({
    title: 'Respuesta',
    content: `Mira [esto](/blog/${lighthouse.id}#comment-${comment.id}), y [esto](/blog/${carta.id}#comment-${comment.id}). Lo enciende ${named}.`,
  })
  const question = await carla.comments(answer, '¿Quién lo enciende?')
  const gone = await carla.comments(answer, '¿Y quién lo apaga?')
  await ana.comments(answer, `Pues ${named}`, { reply_to: question.id })
  await ana.comments(answer, 'Nadie', { reply_to: gone.id })
  expectDone(await carla.delete(`/comments/${gone.id}`))
  for (const who of [ana, hipatia]) await who.reacts('post', answer, '❤️')
  await hipatia.reacts('comment', question, '🙏')
  await ana.says(`Buenas, ${named}`)
  expectDone(await hipatia.put(`/auth/users/${urraca.id}`, { name: 'Urraca la Sabia' }))
  await ana.drafts({ title: 'Secreto de Ana', content: 'Todavía no.' })
  await ana.shares({ title: 'Abre el museo', url: 'https://museo.example/', comment: 'Por fin <3' })
  for (const message of [`Hola, mira {{post:${carta.id}|la carta}} y https://faro.example/x.`, '<b>no</b>'])
    await bruno.says(message)

  const people = expectDone(await hipatia.get<{ id: string; name: string }[]>('/auth/users'))
  const idOf = (name: string) => people.find((person) => person.name === name)?.id
  expectDone(await hipatia.post(`/auth/users/${idOf('Carla')}/toggle-status`))
  expectDone(await hipatia.delete(`/auth/users/${idOf('Bruno')}`))

  await awaitVersions(ana)
  folder = join(place.dataDir, 'copia')
  output = await exportTo(folder)
})

afterAll(async () => {
  await s3?.stop()
  place.remove()
})

describe('an export', () => {
  test('ends well beside the working server, says what there is, has no dead link, and is for the account that made it only', () => {
    expect(output).toMatchObject({ code: 0 })
    expect(output.stdout).toContain('3 posts, 4 comments, 1 news items, 11 files and links, 3 messages')
    expect(existsSync(`${folder}.unfinished`)).toBe(false)
    const { dead, checked } = findDeadLinks(folder, pagesOf(folder))
    expect(dead).toEqual([])
    expect(checked).toBeGreaterThan(100)
    for (const path of filesBelow(folder)) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
  })

  test('has its Markdown or JSON beside each page', () => {
    for (const path of pagesOf(folder)) {
      const sources = ['md', 'json']
        .map((ending) => path.replace(/html$/, ending))
        .filter((source) => existsSync(source))
      expect([path, sources.length]).toEqual([path, 1])
      if (sources[0]?.endsWith('json')) JSON.parse(readFileSync(sources[0], 'utf8'))
    }
    expect(postPage('el-faro', 'md').text).toContain(`{{file:${photo.id}|El faro de día}}`)
    expect(postPage('el-faro', 'md').text).toMatch(/^---\ntitle: "El faro <script>/)
    expect(postPage('el-faro', 'md').text).toContain('¡**Muy** bonito!')
  })

  test('lists posts by year, category and author', () => {
    const title = 'El faro &#60;script&#62;alert(1)&#60;/script&#62; ../../x</a>'
    const year = String(new Date().getFullYear())
    for (const path of [`posts/${year}.html`, 'categorias/historia.html', 'autores/ana.html'])
      expect(read(path)).toContain(title)
    expect(read('autores/bruno.html')).not.toContain(title)
    expect(JSON.parse(read('autores/ana.json'))).toHaveLength(2)
    // 'index' is the name of the list of categories
    expect(names('categorias').filter((name) => name.endsWith('html'))).toEqual([
      ...['historia.html', 'index-2.html', 'index.html', 'sin-categoria.html'],
    ])
  })

  test('shows a post with its picture, links and comments', () => {
    const { text, path } = postPage('el-faro')
    expect(basename(path)).toMatch(/^\d{4}-\d\d-\d\d-el-faro-script-alert-1-script-x-[0-9a-f]{12}\.html$/)
    const picture = `<img src="../../archivo/miniaturas/${photo.id}.screen.webp"`
    expect(text).toContain(`${picture} alt="" width="375" height="500" loading="lazy">`)
    expect(text).toContain(`"../../archivo/historia/Foto.jpg" class="picture">${picture} alt="de noche"`)
    expect(text).toMatch(/m%C3%B3vil.heic" class="picture"><img src="[^"]*webp" alt="móvil" width="375"/)
    expect(text).toMatch(/class="file-link">la otra<.a> y <span class="not-found">nada \(file not found\)</)
    const target = basename(postPage('la-carta').path)
    expect(text.replaceAll(/href="[^"]*la-carta/g, 'href="la-carta')).toMatch(/<a href="la-carta[^>]*>La carta<\/a>/)
    expect(text).toContain(`<a href="${target}">la carta</a>`)
    expect(text).toContain('<a href="../index.html">el blog</a>')
    expect(text).toContain('<span>mis borradores</span>')
    expect(text).toContain('<span>Ninguna parte</span>')
    expect(text).toContain('<span class="not-found">nada (file not found)</span>')
    expect(text).toContain('<strong>Muy</strong>')
    expect(text).toMatch(/Carla<\/bdi> <time [^>]*>[^<]*<\/time> · editado <time /)
    expect(text).not.toMatch(/<(script|b)\b|<img src=x/)
    expect(postPage('respuesta').text).toMatch(/<a href="[^"]*el-faro[^"]*#comentario-[0-9a-f]{32}">esto<\/a>/)
  })

  test('has the files under names that no file system refuses, says what they are, and links none that a browser would run', () => {
    expect(names('archivo/historia')).toEqual(['FOTO (2).JPG', 'Foto.jpg', 'móvil.heic'].toSorted())
    expect(names('archivo/sin-categoria')).toEqual(
      ['#1 50%.txt', 'CON_.txt', 'a-b-.txt', 'fin.txt', `${'ñ'.repeat(98)}.txt`, 'página.html'].toSorted(),
    )
    expect(readFileSync(join(folder, 'archivo/historia/Foto.jpg'))).toEqual(Buffer.from(fixture('foto.jpg').bytes))
    expect(names('archivo/miniaturas')).toHaveLength(6)
    expect(read('archivo/historia.html')).toMatch(/Imagen · \d+\.\d\d KB · por <bdi>Ana<\/bdi> · /)
    expect(read('categorias/historia.html')).toContain(
      'Lo que pasó &#60;antes&#62;<br><a href="../archivo/historia.html">',
    )
    expect(read('archivo/sin-categoria.html')).toContain(
      'No se enlaza, porque un navegador podría ejecutar lo que contiene. Está en la carpeta: archivo/sin-categoria/página.html',
    )
    expect(postPage('el-faro').text).toMatch(
      /<a href="..\/..\/archivo\/sin-categoria.html#archivo-[0-9a-f]{32}" class="file-link">la página/,
    )
  })

  test('shows people under their present names, whom a comment answers, and how many have reacted', () => {
    const shown = '<span class="mention">@Urraca la Sabia</span>'
    const { text } = postPage('respuesta')
    for (const part of [`Lo enciende ${shown}.`, `Pues ${shown}`, 'Responde a un comentario eliminado'])
      expect(text).toContain(part)
    expect(text).toMatch(/<a href="#comentario-[0-9a-f]{32}">Responde a Carla<\/a>/)
    const source = postPage('respuesta', 'md').text
    expect(source).toContain('Lo enciende @Urraca la Sabia.')
    expect(source).toMatch(
      /\*Responde a Carla\*\n\nPues @Urraca la Sabia.*\*Responde a un comentario eliminado\*\n\nNadie/s,
    )
    for (const reactions of ['❤️ 2', '🙏 1'])
      for (const part of [text, source]) expect(part).toContain(`Reacciones: ${reactions}`)
    const chat = `chat/${new Date().toISOString().slice(0, 7)}`
    expect(read(`${chat}.html`)).toContain(`Buenas, ${shown}`)
    expect(read(`${chat}.json`)).toContain('Buenas, @Urraca la Sabia')
    expect(read('estilo/estilo.css')).toContain('.mention')
  })

  test('has links and videos of the archive, news and the chat', () => {
    const archive = read('archivo/sin-categoria.html')
    expect(archive).toContain('href="https://faro.example/a?b=1&#38;c=&#34;2&#34;"')
    expect(archive).toMatch(
      /href="https:..youtu.be.abcdefghijk"[^>]*><bdi>La &#60;b&#62;linterna&#60;.b&#62;<.bdi><.a>/,
    )
    expect(archive).toContain('<bdi>https://youtu.be/abcdefghijk</bdi>')
    const [year, month] = new Date().toISOString().split('-')
    expect(read(`noticias/${year}.html`)).toContain('Por fin &#60;3')
    expect(read(`noticias/${year}.html`)).toContain('museo.example · por <bdi>Ana</bdi>')
    const chat = read(`chat/${year}-${month}.html`)
    expect(chat).toMatch(/<a href="..\/posts\/[^"]*la-carta[^"]*" class="post-link">la carta<\/a>/)
    expect(chat).toContain(
      '<a href="https://faro.example/x" rel="noopener noreferrer nofollow">https://faro.example/x</a>.',
    )
    expect(chat).toContain('&#60;b&#62;no')
  })

  test('keeps the texts of people whose accounts are deleted or deactivated, under their names', () => {
    expect(read('autores/index.html')).toMatch(/ana\.html[\s\S]*bruno\.html/)
    expect(postPage('la-carta').text).toContain('<bdi>Bruno</bdi>')
    expect(postPage('el-faro').text).toContain('<bdi>Carla</bdi>')
    // Carla has written no post
    expect(existsSync(join(folder, 'autores/carla.html'))).toBe(false)
  })

  test('has no draft, no address of a mail or a network, and no id of an account', () => {
    const texts = filesBelow(folder)
      .filter((path) => /\.(html|json|md)$/.test(path) && !path.endsWith('página.html'))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')] as const)
    expect(texts.length).toBeGreaterThan(20)
    for (const [path, text] of texts)
      for (const secret of [
        ...['Secreto', 'Todavía no', '@alejandria', '127.0.0.1'],
        ...[String(lighthouse.author_id), String(carta.author_id), urraca.id],
      ])
        expect([path, text.includes(secret)]).toEqual([path, false])
  })

  test('has the colours of the web', () => {
    const theme = readFileSync('web/theme/colours.css', 'utf8')
    for (const [name, [light, dark]] of Object.entries(colours))
      expect(theme).toContain(`--${name}: light-dark(${light}, ${dark});`)
  })
})

async function expectRefused(target: string, reason: string, prefix?: string[]) {
  const { code, stderr } = await exportTo(target, prefix)
  expect({ code, stderr }).toEqual({ code: 1, stderr: reason })
}

describe('an export is refused', () => {
  test('into a folder that is not empty, which stays as it is; an empty one is filled', async () => {
    const target = await newStore()
    writeFileSync(join(target, 'nota.txt'), 'mía')
    await expectRefused(target, `${target} is not empty: name a new folder\n`)
    expect(readdirSync(target)).toEqual(['nota.txt'])
    rmSync(join(target, 'nota.txt'))
    expect(await exportTo(`${target}/`)).toMatchObject({ code: 0 })
    expect(existsSync(join(target, 'index.html'))).toBe(true)
  })

  test('into a file, below one, or beside an export to the same folder that was interrupted', async () => {
    const target = join(await newStore(), 'nota.txt')
    writeFileSync(target, 'mía')
    for (const path of [target, join(target, 'copia')])
      await expectRefused(path, `${path} can't be written: a part of its path is not a folder\n`)
    expect(readFileSync(target, 'utf8')).toBe('mía')
    const other = await newFolder()
    mkdirSync(`${other}.unfinished`)
    const reason = 'is there, from an export that is running or was interrupted: remove it'
    await expectRefused(other, `${other}.unfinished ${reason}\n`)
  })

  if (namespace)
    test('into the root of a disk', async () => {
      const disk = await newStore()
      const emptied = ['sh', '-c', 'rm "$0"/others; exec "$@"', disk]
      const prefix = [...onDiskOf24Megabytes(disk), ...emptied]
      await expectRefused(disk, `${disk} is a disk of its own: name a new folder on it\n`, prefix)
    })

  test('without a folder, or with more than one', async () => {
    for (const words of [['export'], ['export', 'uno', 'dos']]) {
      const { code, stderr } = await run('admin', words, place, settings).ended
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('npm run admin -- export FOLDER') })
    }
  })
})

describe('an export that fails', () => {
  if (namespace)
    test('on a full disk says so and leaves nothing', async () => {
      const disk = await newStore()
      const prefix = onDiskOf24Megabytes(disk, 23)
      // the shell goes on after the command, on the same disk
      const fillAndList = 'head -c 800K /dev/zero > "$0"/more; "$@"; code=$?; ls "$0" >&2; exit $code'
      const { code, stderr } = await exportTo(join(disk, 'copia'), [...prefix, 'sh', '-c', fillAndList, disk])
      expect(stderr).toMatch(/copia can't be written: the disk is full\nmore\nothers\n$/)
      expect(code).toBe(1)
    })

  test('because it is killed leaves a folder that is named unfinished, or a whole one', async () => {
    const target = await newFolder()
    const command = run('admin', ['export', `${target}/`], place, settings)
    await expect.poll(() => existsSync(`${target}.unfinished`) || existsSync(target)).toBe(true)
    command.kill('SIGKILL')
    await command.ended
    if (existsSync(target)) expect(existsSync(join(target, 'index.html'))).toBe(true)
    else expect(existsSync(`${target}.unfinished`)).toBe(true)
  })

  test('to find the bytes of a file names it, goes on, and ends with 1', async () => {
    const bytes = Buffer.from(fixture('foto.jpg').bytes)
    if (s3) for (const [key, stored] of s3.objects) if (stored.equals(bytes)) s3.objects.delete(key)
    for (const path of filesBelow(join(place.dataDir, 'files'))) if (readFileSync(path).equals(bytes)) rmSync(path)
    const target = await newFolder()
    const { code, stderr } = await exportTo(target)
    expect(stderr).toContain(`"Foto.jpg" (${photo.id}) is missing in the archive`)
    expect(stderr).toContain('1 file is missing or damaged; all else is there.')
    expect(code).toBe(1)
    expect(readFileSync(join(target, 'archivo/historia.html'), 'utf8')).toContain('El archivo falta en esta copia.')
    expect(findDeadLinks(target, pagesOf(target)).dead).toEqual([])
  })

  test('because the archive is out of reach says so and leaves nothing', async () => {
    const target = await newFolder()
    const keys = { AWS_ACCESS_KEY_ID: 'AKIAHIPATIA', AWS_SECRET_ACCESS_KEY: 'el-faro-no-duerme' }
    const nowhere = { ...settings, ...keys, S3_BUCKET: 'biblioteca', S3_ENDPOINT: 'http://127.0.0.1:1' }
    const { code, stderr } = await run('admin', ['export', target], place, nowhere).ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('out of reach') })
    expect(readdirSync(join(target, '..'))).toEqual([])
  })
})
