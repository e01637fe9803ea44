import { serializePreferences } from '../../accounts/serialize.ts'
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

/** The account, the list of files, the first page and the explanations. */
export async function writeSummary(site: OwnSite) {
  const { files, reactions, faults } = site
  const json = (path: string, object: object, indent = 1) =>
    addText(site, path, `${JSON.stringify(object, null, indent)}\n`)
  await json('cuenta.json', accountObject(site), 2)
  const fileObjects = files.map((file) => fileObject(site, file))
  if (files.length > 0) await json('archivos.json', fileObjects)
  if (reactions.length > 0) await json('reacciones.json', reactions.map(reactionObject))
  if (faults.length > 0) await addText(site, 'errores.txt', `${faultsIntro}\n\n${faults.join('\n')}\n`)
  await addText(site, site.frame.style, readStyleSheet())
  await addText(site, 'LEEME.txt', readMe(site))
  await addPage(site, { path: 'index.html', title: 'Lo tuyo en Alejandría' }, indexParts(site))
}

const faultsIntro = `Esto no se ha podido copiar bien. Díselo a quien administra la comunidad: quizá esté en una copia de
seguridad.`

/** The text that explains a ZIP to its person. */
function readMe({ publicUrl, account, dates, madeAt, withFiles, faults }: OwnSite) {
  return `Lo tuyo en Alejandría

${account.name}, esta es una copia de lo que has hecho en Alejandría
(${publicUrl}), sacada el ${dates.dayAndTime(madeAt)}.

Empieza por index.html: se abre con cualquier navegador, también sin conexión.

Qué hay
- posts y borradores: cada texto dos veces, como página (.html) para leerlo y en
  Markdown (.md) para seguir escribiéndolo en otro sitio.
- comentarios y mensajes: lo que has comentado, por años, y lo que has escrito en
  el chat, por meses.
- noticias y enlaces: los que has compartido.
- reacciones.json: los emojis con los que has reaccionado, y a qué.
- archivos: ${
    withFiles
      ? `los que has subido, con sus nombres. Si algún sistema no admite un
  nombre, está cambiado: archivos.json dice cuál era.`
      : `esta copia no los incluye. archivos.json dice cuáles son.`
  }
- cuenta.json: los datos de tu cuenta. La contraseña no está en ninguna parte de
  esta copia.
- Los demás .json tienen lo mismo que las páginas, para programas.
${
  faults.length > 0
    ? `
Algo no se ha podido copiar bien: está en errores.txt.
`
    : ''
}
Qué no hay
- Lo que han escrito otras personas, tampoco sus comentarios a tus posts.
- Las versiones anteriores de tus posts.
- Los archivos y posts de otras personas a los que enlazas: esos enlaces llevan a
  la comunidad, y allí hay que entrar.

Guárdala en un sitio seguro: lo que no habías publicado está aquí también.
`
}

/** Without the password's hash, sessions or anything that opens something. */
function accountObject({ publicUrl, madeAt, account }: OwnSite) {
  const { id, name, email, phone, role, avatar, created_at } = account
  return {
    id,
    name,
    email,
    phone,
    role,
    avatar,
    created_at: toIso(created_at),
    email_preferences: serializePreferences(account),
    community: publicUrl,
    exported_at: toIso(madeAt),
  }
}

const reactionObject = ({ created_at, ...reaction }: OwnSite['reactions'][number]) => ({
  ...reaction,
  created_at: toIso(created_at),
})

const number = new Intl.NumberFormat('es')
const countOf = (count: number) => html`<span class="count">${number.format(count)}</span>`
const headingOf = (title: string, count: number) => html`<h2>${title} ${countOf(count)}</h2>\n`
const linkTo = (path: string, words = path) => html`<a href="${hrefFrom('index.html', path)}">${words}</a>`
const listOf = (items: Html[]) => html`<ul class="items">${items.map((item) => html`<li>${item}</li>\n`)}</ul>\n`

function* indexParts(site: OwnSite): Generator<string> {
  const { account, reactions, dates, lists, written, faults } = site
  const madeAt = timeElement(site.madeAt, dates.dayAndTime)
  yield html`<p class="lead">${account.name}, esto es lo que has hecho en Alejandría hasta el ${madeAt}. Empieza por donde quieras, o lee antes ${linkTo('LEEME.txt')}.</p>\n`
    .text
  if (faults.length > 0)
    yield html`<p class="warning">Algo no se ha podido copiar: está en ${linkTo('errores.txt')}.</p>\n`.text

  const posts = site.posts.filter(({ id }) => written.has(id))
  const published = posts.filter(({ published_at }) => published_at !== null)
  const drafts = posts.filter(({ published_at }) => published_at === null)
  yield postsPart(site, 'Posts', published).text
  yield postsPart(site, 'Borradores', drafts).text
  yield periodsPart('Comentarios', lists.comments, 'comentarios.json').text
  yield periodsPart('Mensajes del chat', lists.messages, 'mensajes.json').text
  yield listPart('Noticias', lists.news, 'Las que has compartido', 'noticias.json').text
  yield listPart('Enlaces del Archivo', lists.links, 'Los que has añadido', 'enlaces.json').text
  if (reactions.length > 0)
    yield html`${headingOf('Reacciones', reactions.length)}<p>${linkTo('reacciones.json')}</p>\n`.text
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
  const { files, withFiles } = site
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
