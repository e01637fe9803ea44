import { readInBatches } from '../../lib/batches.ts'
import { createUniquePaths, toFileName } from '../../lib/file-names.ts'
import { html } from '../html.ts'
import { countEntries, type List } from '../lists.ts'
import { writeMessages } from '../messages.ts'
import { writeNews } from '../news.ts'
import { hrefFrom } from '../page.ts'
import {
  type ListedMessage,
  type ListedNews,
  listAuthors,
  listCategories,
  listMessages,
  listNews,
  sumOfFiles,
} from '../queries.ts'
import { writeStyle } from '../style/style.ts'
import { texts } from '../texts.ts'
import { writeFiles } from './files.ts'
import { type Entry, entryOf, writeHome, writeIndex, writePostLists } from './lists.ts'
import { writePosts } from './posts.ts'
import { type SiteOfAll, slugOf } from './site.ts'

const numberedPage = (number: number) => `-${number}`

/** Writes all pages and files; returns how many there are. */
export async function writeAll(site: SiteOfAll) {
  const { dates } = site
  await writeStyle(site)
  const categories = await findCategories(site)
  const authors = await findAuthors(site)

  site.step('files', await sumOfFiles(site.db))
  const files: List[] = []
  for (const category of categories) files.push(...(await writeFiles(site, category)))
  await writeIndex(site, 'archivo', texts.archive, files.map(entryOf(texts.countOfFiles)))

  site.step('posts')
  const byYear = await writePostLists(site, {
    filter: {},
    headingOf: dates.monthName,
    baseOf: ({ published_at }) => `posts/${dates.year(published_at)}`,
    nameOf: ({ published_at }) => dates.year(published_at),
    above: html`<a href="index.html">${texts.posts}</a>`,
  })
  const years = byYear.map(entryOf(texts.countOfPosts))
  await writeIndex(site, 'posts', texts.posts, years, texts.searchHint)
  const byCategory: List[] = []
  const archived = new Set(files.map(({ path }) => path))
  for (const category of categories) byCategory.push(...(await writeCategory(site, category, archived)))
  await writeIndex(site, 'categorias', texts.categories, byCategory.map(entryOf(texts.countOfPosts)))
  const byAuthor: List[] = []
  const above = html`<a href="index.html">${texts.authors}</a>`
  for (const { id, name, base } of authors) {
    const list = { filter: { authorId: id }, headingOf: dates.year, baseOf: () => base, nameOf: () => name, above }
    byAuthor.push(...(await writePostLists(site, list)))
  }
  await writeIndex(site, 'autores', texts.authors, byAuthor.map(entryOf(texts.countOfPosts)))
  const { posts, comments } = await writePosts(site)

  site.step('news and chat')
  const news = await writeNewsOfAll(site)
  await writeIndex(site, 'noticias', texts.news, news.map(entryOf(texts.countOfNews)))
  const chat = await writeChat(site)
  await writeIndex(site, 'chat', texts.chat, chat.map(entryOf(texts.countOfMessages)))

  const area = (name: string, folder: string, count: string): Entry => ({ name, path: `${folder}/index.html`, count })
  await writeHome(
    site,
    [
      area(texts.posts, 'posts', `${texts.countOfPosts(posts)}, ${texts.countOfComments(comments)}`),
      area(texts.categories, 'categorias', String(byCategory.length)),
      area(texts.authors, 'autores', String(authors.length)),
      area(texts.news, 'noticias', texts.countOfNews(countEntries(news))),
      area(texts.archive, 'archivo', texts.countOfFiles(countEntries(files))),
      area(texts.chat, 'chat', texts.countOfMessages(countEntries(chat))),
    ],
    years,
  )
  return { posts, comments, news: countEntries(news), files: countEntries(files), messages: countEntries(chat) }
}

type Category = Awaited<ReturnType<typeof findCategories>>[number]

/** `archived` are the lists of files. */
function writeCategory(site: SiteOfAll, { id, name, description, folder }: Category, archived: Set<string>) {
  const base = `categorias/${folder}`
  const archive = `archivo/${folder}.html`
  const link = archived.has(archive) && html`<a href="${hrefFrom(`${base}.html`, archive)}">${texts.filesOf}</a>`
  return writePostLists(site, {
    filter: { categoryId: id },
    headingOf: site.dates.year,
    baseOf: () => base,
    nameOf: () => name,
    above: html`<a href="index.html">${texts.categories}</a>`,
    facts: description || link ? html`${description}${description && html`<br>`}${link}` : undefined,
  })
}

/** The shared links of each year, newest first. */
function writeNewsOfAll(site: SiteOfAll) {
  const { db, dates } = site
  const read = (after: ListedNews | undefined, limit: number) => listNews(db, { after: after?.id, limit })
  const nameOf = ({ created_at }: ListedNews) => dates.year(created_at)
  return writeNews(site, readInBatches(500, read), {
    baseOf: (item) => `noticias/${nameOf(item)}`,
    nameOf,
    titleOf: (year) => `${texts.news} de ${year}`,
    isNewestFirst: true,
    above: html`<a href="index.html">${texts.news}</a>`,
  })
}

function writeChat(site: SiteOfAll) {
  const read = (after: ListedMessage | undefined, limit: number) => listMessages(site.db, { after: after?.seq, limit })
  return writeMessages(site, readInBatches(1000, read), {
    folder: 'chat',
    titleOf: (month) => `${texts.chat}, ${month}`,
    above: html`<a href="index.html">${texts.chat}</a>`,
  })
}

/** Categories and the names of their pages; last, the things without a category. */
async function findCategories({ db, categories }: SiteOfAll) {
  const uniqueName = createUniquePaths(numberedPage)
  // names that the site itself uses
  for (const name of ['index', 'miniaturas', 'sin-categoria']) uniqueName(name)
  const found = (await listCategories(db)).map(({ id, name, description }) => {
    const folder = uniqueName(toFileName(slugOf(name, 'categoria'), 'categoria'))
    categories.set(id, { name, path: `categorias/${folder}.html` })
    return { id: id as string | null, name, description, folder }
  })
  return [...found, { id: null, name: texts.noCategory, description: null, folder: 'sin-categoria' }]
}

async function findAuthors({ db, authors }: SiteOfAll) {
  const uniqueName = createUniquePaths(numberedPage)
  uniqueName('index')
  return (await listAuthors(db)).map(({ id, name }) => {
    const base = `autores/${uniqueName(toFileName(slugOf(name, 'autor'), 'autor'))}`
    authors.set(id, { name, path: `${base}.html` })
    return { id, name, base }
  })
}
