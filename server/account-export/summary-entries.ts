import { preferenceNames } from '../../contract/preferences.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { toIso } from '../lib/time.ts'
import type { ZipEntry } from '../lib/zip.ts'
import { isLinkable } from '../pages/linkable.ts'
import { texts } from '../pages/texts.ts'
import { type AccountExport, textEntry } from './export.ts'
import { entryId, type PlacedFile, type PlacedPost } from './layout.ts'
import { link, list, page } from './pages.ts'
import { readMe } from './read-me.ts'
import { style } from './style.ts'

/** The account, the list of files, the list of contents and the explanations. */
export function* summaryEntries(made: AccountExport): Generator<ZipEntry> {
  const { layout, faults } = made
  const text = (path: string, content: string) => textEntry(path, content, layout.madeAt)
  yield text('cuenta.json', `${JSON.stringify(accountObject(made), null, 2)}\n`)
  if (layout.files.length > 0) yield text('archivos.json', `${JSON.stringify(fileObjects(made), null, 1)}\n`)
  if (layout.reactions.length > 0) yield text('reacciones.json', `${JSON.stringify(reactionObjects(made), null, 1)}\n`)
  if (faults.length > 0) yield text('errores.txt', `${faultsIntro}\n\n${faults.join('\n')}\n`)
  yield text('estilo.css', style)
  yield text('LEEME.txt', readMe(made))
  yield textEntry('index.html', page('index.html', 'Lo tuyo en Alejandría', indexParts(made)), layout.madeAt)
}

const faultsIntro = `Esto no se ha podido copiar bien. Díselo a quien administra la comunidad: quizá esté en una copia de
seguridad.`

/** Without the password's hash, sessions or anything that opens something. */
function accountObject({ services, layout: { account, madeAt } }: AccountExport) {
  const { id, name, email, phone, role, avatar, created_at } = account
  return {
    ...{ id, name, email, phone, role, avatar },
    created_at: toIso(created_at),
    email_preferences: Object.fromEntries(preferenceNames.map((preference) => [preference, account[preference] === 1])),
    community: services.settings.publicUrl,
    exported_at: toIso(madeAt),
  }
}

const isIn = ({ layout, missing }: AccountExport, { id }: PlacedFile) => layout.withFiles && !missing.has(id)

const fileObjects = (made: AccountExport) =>
  made.layout.files.map((file) => ({
    ...{ id: file.id, name: file.original_name, path: isIn(made, file) ? file.path : null },
    ...{ type: file.file_type, bytes: file.file_size, description: file.description, category: file.category_name },
    uploaded_at: toIso(file.uploaded_at),
  }))

const reactionObjects = ({ layout }: AccountExport) =>
  layout.reactions.map(({ created_at, ...reaction }) => ({ ...reaction, created_at: toIso(created_at) }))

const number = new Intl.NumberFormat('es')
const heading = (title: string, count: number) =>
  `<h2>${title} <span class="count">${number.format(count)}</span></h2>\n`

function* indexParts(made: AccountExport): Generator<string> {
  const { layout, moments, pages, written, faults } = made
  const to = (path: string, words: string) => link('index.html', path, words)
  const name = escapeHtml(layout.account.name)
  yield `<p>${name}, esto es lo que has hecho en Alejandría hasta el ${moments.dateAndTime(layout.madeAt)}. Empieza por donde quieras, o lee antes ${to('LEEME.txt', 'LEEME.txt')}.</p>\n`
  if (faults.length > 0) yield `<p>Algo no se ha podido copiar: está en ${to('errores.txt', 'errores.txt')}.</p>\n`

  const posts = layout.posts.filter(({ id }) => written.has(id))
  const postItem = ({ path, title, published_at, created_at }: PlacedPost) =>
    `<p>${to(`${path}.html`, title)}</p><p class="facts">${moments.date(published_at ?? created_at)} · ${to(`${path}.md`, 'Markdown')}</p>`
  const groups = [
    { title: 'Posts', posts: posts.filter(({ published_at }) => published_at !== null) },
    { title: 'Borradores', posts: posts.filter(({ published_at }) => published_at === null) },
  ]
  for (const group of groups)
    if (group.posts.length > 0)
      yield heading(group.title, group.posts.length) + list(group.posts.toReversed().map(postItem))

  for (const [title, periods, file] of [
    ['Comentarios', pages.comments, 'comentarios.json'],
    ['Mensajes del chat', pages.messages, 'mensajes.json'],
  ] as const) {
    if (periods.length === 0) continue
    const items = periods.map(
      (period) => `<p>${to(period.path, period.title)} <span class="count">${number.format(period.count)}</span></p>`,
    )
    yield heading(
      title,
      periods.reduce((sum, { count }) => sum + count, 0),
    )
    yield `${list(items.toReversed())}<p class="facts">Todos juntos, para programas: ${to(file, file)}</p>\n`
  }
  if (layout.newsIds.length > 0)
    yield `${heading('Noticias', layout.newsIds.length)}<p>${to('noticias.html', 'Las que has compartido')} · ${to('noticias.json', 'noticias.json')}</p>\n`
  if (layout.links.length > 0)
    yield `${heading('Enlaces del Archivo', layout.links.length)}<p>${to('enlaces.html', 'Los que has añadido')} · ${to('enlaces.json', 'enlaces.json')}</p>\n`
  if (layout.reactions.length > 0)
    yield `${heading('Reacciones', layout.reactions.length)}<p>${to('reacciones.json', 'reacciones.json')}</p>\n`
  yield* fileParts(made)
  yield `<h2>Tu cuenta</h2>\n<p>${to('cuenta.json', 'cuenta.json')}</p>\n`
}

function* fileParts(made: AccountExport): Generator<string> {
  const { files, withFiles } = made.layout
  if (files.length === 0) return
  const nameOf = (file: PlacedFile) =>
    isIn(made, file) && isLinkable(file.path)
      ? link('index.html', file.path, file.original_name)
      : escapeHtml(file.original_name)
  yield heading('Archivos', files.length)
  if (!withFiles) yield '<p>Esta copia no incluye los archivos: aquí están solo sus nombres.</p>\n'
  yield list(
    files.toReversed().map((file) => {
      const lost = made.missing.has(file.id) ? ' · no se ha podido copiar' : ''
      const unlinked =
        isIn(made, file) && !isLinkable(file.path)
          ? `<p class="facts">${escapeHtml(texts.unlinked(file.path))}</p>`
          : ''
      return `<p id="${entryId(file)}">${nameOf(file)}</p><p class="facts">${made.moments.date(file.uploaded_at)}${lost}</p>${unlinked}`
    }),
  )
  yield `<p class="facts">Sus datos, para programas: ${link('index.html', 'archivos.json', 'archivos.json')}</p>\n`
}
