import { createUniquePaths, toFileName } from '../lib/file-names.ts'
import { hrefFrom } from '../pages/href-from.ts'
import { texts as pageTexts } from '../pages/texts.ts'
import { exportChat } from './chat.ts'
import type { ListPage, SiteExport } from './export.ts'
import { exportFiles } from './files.ts'
import { html } from './html.ts'
import { type Entry, writeHome, writeIndex } from './indexes.ts'
import { exportNews } from './news.ts'
import { exportPostList, exportYears } from './post-lists.ts'
import { exportPosts } from './posts.ts'
import { countWithoutCategory, listAuthors, listCategories, sumOfFiles } from './queries.ts'
import { slugOf } from './slug.ts'
import { writeStyle } from './style/style.ts'
import { texts } from './texts.ts'

const numberedPage = (number: number) => `-${number}`
const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

/** Writes all pages and files; returns how many there are. */
export async function writeSite(siteExport: SiteExport) {
  const { db, progress } = siteExport
  writeStyle(siteExport.site)
  const categories = await findCategories(siteExport)
  const authors = await findAuthors(siteExport)

  progress.step('files', await sumOfFiles(db))
  let files = 0
  const sections: Entry[] = []
  for (const { id, name, folder, ...count } of categories) {
    if (count.files === 0) continue
    await exportFiles(siteExport, { id, name, folder })
    files += count.files
    sections.push({ name, path: `archivo/${folder}.html`, count: texts.countOfFiles(count.files) })
  }
  writeIndex(siteExport, 'archivo', texts.archive, sections)

  progress.step('posts')
  const years = (await exportYears(siteExport)).map(({ year, count }) => entryOf(year, `posts/${year}.html`, count))
  writeIndex(siteExport, 'posts', texts.posts, years, texts.searchHint)
  const lists: Entry[] = []
  for (const { id, name, description, folder, posts, files } of categories) {
    if (posts === 0) continue
    const base = `categorias/${folder}`
    const above = html`<a href="index.html">${texts.categories}</a>`
    const archive = html`<a href="${hrefFrom(`${base}.html`, `archivo/${folder}.html`)}">${texts.filesOf}</a>`
    await exportPostList(siteExport, {
      base,
      title: name,
      filter: { categoryId: id },
      above,
      ...((description || files > 0) && {
        facts: html`${description}${description && html`<br>`}${files > 0 && archive}`,
      }),
    })
    lists.push(entryOf(name, `${base}.html`, posts))
  }
  writeIndex(siteExport, 'categorias', texts.categories, lists)
  for (const { id, name, base } of authors)
    await exportPostList(siteExport, {
      base,
      title: name,
      filter: { authorId: id },
      above: html`<a href="index.html">${texts.authors}</a>`,
    })
  writeIndex(
    siteExport,
    'autores',
    texts.authors,
    authors.map(({ name, base, posts }) => entryOf(name, `${base}.html`, posts)),
  )
  const { posts, comments } = await exportPosts(siteExport)

  progress.step('news and chat')
  const news = await exportNews(siteExport)
  const newsLists = news.map(({ year, count }) => ({
    name: year,
    path: `noticias/${year}.html`,
    count: texts.countOfNews(count),
  }))
  writeIndex(siteExport, 'noticias', texts.news, newsLists)
  const chat = await exportChat(siteExport)
  const months = chat.map(({ month, title, count }) => ({
    name: title,
    path: `chat/${month}.html`,
    count: texts.countOfMessages(count),
  }))
  writeIndex(siteExport, 'chat', texts.chat, months)

  writeHome(
    siteExport,
    [
      {
        name: texts.posts,
        path: 'posts/index.html',
        count: `${texts.countOfPosts(posts)}, ${texts.countOfComments(comments)}`,
      },
      { name: texts.categories, path: 'categorias/index.html', count: String(lists.length) },
      { name: texts.authors, path: 'autores/index.html', count: String(authors.length) },
      { name: texts.news, path: 'noticias/index.html', count: texts.countOfNews(sum(news)) },
      { name: texts.archive, path: 'archivo/index.html', count: texts.countOfFiles(files) },
      { name: texts.chat, path: 'chat/index.html', count: texts.countOfMessages(sum(chat)) },
    ],
    years,
  )
  return { posts, comments, news: sum(news), files, messages: sum(chat) }
}

const entryOf = (name: string, path: string, posts: number): Entry => ({ name, path, count: texts.countOfPosts(posts) })

/** Categories with posts or files and the names of their pages; last, what has no category. */
async function findCategories({ db, categories }: SiteExport) {
  const nameOf = createUniquePaths(numberedPage)
  // names that the site itself uses
  for (const name of ['index', 'miniaturas', 'sin-categoria']) nameOf(name)
  const found = (await listCategories(db)).map(({ id, name, description, posts, files }) => ({
    ...{
      id: id as string | null,
      name,
      description,
      folder: nameOf(toFileName(slugOf(name, 'categoria'), 'categoria')),
    },
    ...{ posts: posts ?? 0, files: files ?? 0 },
  }))
  for (const { id, name, folder, posts } of found)
    if (id !== null && posts > 0) categories.set(id, { name, path: `categorias/${folder}.html` } satisfies ListPage)
  return [
    ...found,
    {
      id: null,
      name: pageTexts.noCategory,
      description: null,
      folder: 'sin-categoria',
      ...(await countWithoutCategory(db)),
    },
  ]
}

async function findAuthors({ db, authors }: SiteExport) {
  const nameOf = createUniquePaths(numberedPage)
  nameOf('index')
  const found = (await listAuthors(db)).map((row) => ({
    ...row,
    base: `autores/${nameOf(toFileName(slugOf(row.name, 'autor'), 'autor'))}`,
  }))
  for (const { id, name, base } of found) authors.set(id, { name, path: `${base}.html` })
  return found
}
