import { preferenceNames } from '../../../contract/preferences.ts'
import { toIso } from '../../lib/time.ts'
import { isLinkable } from '../files.ts'
import { type Html, html, timeElement } from '../html.ts'
import { countEntries, type List } from '../lists.ts'
import { hrefFrom } from '../page.ts'
import { addPage, addText } from '../site.ts'
import { readStyleSheet } from '../style/style.ts'
import { texts } from '../texts.ts'
import { fileObject, isIn } from './files.ts'
import { entryId, type OwnSite, type PlacedFile, type PlacedPost } from './layout.ts'
import { readMe } from './read-me.ts'

/** The account, the list of files, the first page and the explanations. */
export async function writeSummary(site: OwnSite) {
  const { layout, faults } = site
  const json = (path: string, object: object, indent = 1) =>
    addText(site, path, `${JSON.stringify(object, null, indent)}\n`)
  await json('cuenta.json', accountObject(site), 2)
  if (layout.files.length > 0)
    await json(
      'archivos.json',
      layout.files.map((file) => fileObject(site, file)),
    )
  if (layout.reactions.length > 0) await json('reacciones.json', layout.reactions.map(reactionObject))
  if (faults.length > 0) await addText(site, 'errores.txt', `${faultsIntro}\n\n${faults.join('\n')}\n`)
  await addText(site, site.frame.style, readStyleSheet())
  await addText(site, 'LEEME.txt', readMe(site))
  await addPage(site, { path: 'index.html', title: 'Lo tuyo en Alejandría' }, indexParts(site))
}

const faultsIntro = `Esto no se ha podido copiar bien. Díselo a quien administra la comunidad: quizá esté en una copia de
seguridad.`

/** Without the password's hash, sessions or anything that opens something. */
function accountObject({ publicUrl, madeAt, layout: { account } }: OwnSite) {
  const { id, name, email, phone, role, avatar, created_at } = account
  return {
    id,
    name,
    email,
    phone,
    role,
    avatar,
    created_at: toIso(created_at),
    email_preferences: Object.fromEntries(preferenceNames.map((preference) => [preference, account[preference] === 1])),
    community: publicUrl,
    exported_at: toIso(madeAt),
  }
}

const reactionObject = ({ created_at, ...reaction }: OwnSite['layout']['reactions'][number]) => ({
  ...reaction,
  created_at: toIso(created_at),
})

const number = new Intl.NumberFormat('es')
const countOf = (count: number) => html`<span class="count">${number.format(count)}</span>`
const headingOf = (title: string, count: number) => html`<h2>${title} ${countOf(count)}</h2>\n`
const linkTo = (path: string, words = path) => html`<a href="${hrefFrom('index.html', path)}">${words}</a>`
const listOf = (items: Html[]) => html`<ul class="items">${items.map((item) => html`<li>${item}</li>\n`)}</ul>\n`

function* indexParts(site: OwnSite): Generator<string> {
  const { layout, dates, lists, written, faults } = site
  const { name } = layout.account
  const madeAt = timeElement(layout.madeAt, dates.dayAndTime)
  yield html`<p class="lead">${name}, esto es lo que has hecho en Alejandría hasta el ${madeAt}. Empieza por donde quieras, o lee antes ${linkTo('LEEME.txt')}.</p>\n`
    .text
  if (faults.length > 0)
    yield html`<p class="warning">Algo no se ha podido copiar: está en ${linkTo('errores.txt')}.</p>\n`.text

  const posts = layout.posts.filter(({ id }) => written.has(id))
  yield postsPart(
    site,
    'Posts',
    posts.filter(({ published_at }) => published_at !== null),
  ).text
  yield postsPart(
    site,
    'Borradores',
    posts.filter(({ published_at }) => published_at === null),
  ).text
  yield periodsPart('Comentarios', lists.comments, 'comentarios.json').text
  yield periodsPart('Mensajes del chat', lists.messages, 'mensajes.json').text
  yield listPart('Noticias', lists.news, 'Las que has compartido', 'noticias.json').text
  yield listPart('Enlaces del Archivo', lists.links, 'Los que has añadido', 'enlaces.json').text
  if (layout.reactions.length > 0)
    yield html`${headingOf('Reacciones', layout.reactions.length)}<p>${linkTo('reacciones.json')}</p>\n`.text
  yield filesPart(site).text
  yield html`<h2>Tu cuenta</h2>\n<p>${linkTo('cuenta.json')}</p>\n`.text
}

function postsPart({ dates }: OwnSite, title: string, posts: PlacedPost[]) {
  if (posts.length === 0) return html``
  const itemOf = ({ path, title, published_at, created_at }: PlacedPost) => {
    const day = timeElement(published_at ?? created_at, dates.day)
    const markdown = linkTo(path.replace(/html$/, 'md'), 'Markdown')
    return html`<p class="title">${linkTo(path, title)}</p><p class="facts">${day} · ${markdown}</p>`
  }
  return html`${headingOf(title, posts.length)}${listOf(posts.toReversed().map(itemOf))}`
}

function periodsPart(title: string, lists: List[], file: string) {
  if (lists.length === 0) return html``
  const items = lists.map((list) => html`<p>${linkTo(list.path, list.title)} ${countOf(list.count)}</p>`)
  const all = html`<p class="facts">Todos juntos, para programas: ${linkTo(file)}</p>\n`
  return html`${headingOf(title, countEntries(lists))}${listOf(items.toReversed())}${all}`
}

const listPart = (title: string, [list]: List[], words: string, file: string) =>
  list ? html`${headingOf(title, list.count)}<p>${linkTo(list.path, words)} · ${linkTo(file)}</p>\n` : html``

function filesPart(site: OwnSite) {
  const { files, withFiles } = site.layout
  if (files.length === 0) return html``
  const itemOf = (file: PlacedFile) => {
    const { path, original_name: name } = file
    const isLinked = isIn(site, file) && isLinkable(path)
    return html`<p id="${entryId(file)}" class="title">${isLinked ? linkTo(path, name) : name}</p><p class="facts">${timeElement(
      file.uploaded_at,
      site.dates.day,
    )}${site.missing.has(file.id) && ' · no se ha podido copiar'}</p>${
      isIn(site, file) && !isLinked && html`<p class="facts">${texts.unlinked(path)}</p>`
    }`
  }
  const without = html`<p>Esta copia no incluye los archivos: aquí están solo sus nombres.</p>\n`
  const data = html`<p class="facts">Sus datos, para programas: ${linkTo('archivos.json')}</p>\n`
  const items = listOf(files.toReversed().map(itemOf))
  return html`${headingOf('Archivos', files.length)}${!withFiles && without}${items}${data}`
}
