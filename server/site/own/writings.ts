import { placeOf } from '../../../contract/content/places.ts'
import { showMentions } from '../../../contract/markdown/mentions.ts'
import { permissions } from '../../../contract/permissions.ts'
import { batches } from '../../lib/batches.ts'
import { toIso } from '../../lib/time.ts'
import { html, joined, timeElement, webLink } from '../html.ts'
import { findLinks, withLinks } from '../links.ts'
import { writeLists } from '../lists.ts'
import { renderText } from '../markdown.ts'
import { hrefFrom } from '../page.ts'
import { writePost } from '../post.ts'
import { type ListedComment, listComments, listContents, type PostWithContent } from '../queries.ts'
import { writeRows } from '../site.ts'
import { texts } from '../texts.ts'
import type { OwnSite } from './layout.ts'

const batchSize = 20

/** Posts and drafts, each as Markdown and as a page. */
export async function writePosts(site: OwnSite) {
  const paths = new Map(site.posts.map(({ id, path }) => [id, path]))
  for (const ids of batches([...paths.keys()], batchSize))
    for (const post of await listContents(site.db, ids)) {
      site.written.add(post.id)
      const links = await findLinks(site, [post.content])
      const facts = joined(factsOf(site, post))
      await writePost(site, { path: paths.get(post.id) as string, post, links, facts, head: headOf(post) })
    }
}

/** Read by other programs for Markdown. */
const headOf = ({ title, category_name, created_at, updated_at, published_at }: PostWithContent) => ({
  title,
  category: category_name,
  created: toIso(created_at),
  updated: toIso(updated_at),
  published: published_at === null ? null : toIso(published_at),
})

function factsOf({ dates }: OwnSite, { category_name, created_at, updated_at, published_at }: PostWithContent) {
  const time = (at: number) => timeElement(at, dates.dayAndTime)
  const state =
    published_at === null ? html`Borrador, creado el ${time(created_at)}` : html`Publicado el ${time(published_at)}`
  const updated = updated_at === created_at ? [] : [html`Actualizado el ${time(updated_at)}`]
  return [state, ...updated, category_name ?? texts.noCategory]
}

/** Comments as JSON, and as a page a year. */
export async function writeComments(site: OwnSite) {
  const { db, dates, commentIds } = site
  const read = (keys: string[]) => listComments(db, { keys })
  const toObject = (comment: ListedComment) => commentObject(site, comment)
  const comments = await writeRows(site, 'comentarios.json', commentIds, read, toObject)
  const linked = withLinks(site, comments, ({ content }) => content)
  return writeLists(site, linked, {
    baseOf: ({ row }) => `comentarios/${dates.year(row.created_at)}`,
    nameOf: ({ row }) => `Comentarios de ${dates.year(row.created_at)}`,
    className: 'items',
    async toEntry(page, { row, links }) {
      const text = await renderText(site, { page, id: `c-${row.id}`, text: row.content, level: 3, links })
      const time = timeElement(row.created_at, dates.dayAndTime)
      const facts = joined([...answeredIn(site, row), postOf(site, page, row), time])
      return {
        item: html`<li><div class="prose">${text}</div><p class="facts">${facts}</p></li>`,
        json: toObject(row),
      }
    },
  })
}

/** The title of a post that its author took back isn't the commenter's to have. */
const mayReadPost = ({ user }: OwnSite, comment: ListedComment) =>
  permissions['post.read'](user, {
    author_id: comment.post_author_id,
    is_published: comment.post_published_at !== null,
  })

const commentObject = (site: OwnSite, comment: ListedComment) => ({
  id: comment.id,
  content: showMentions(comment.content),
  reply_to: comment.reply_to,
  created_at: toIso(comment.created_at),
  updated_at: toIso(comment.updated_at),
  post: { id: comment.post_id, title: mayReadPost(site, comment) ? comment.post_title : null },
})

function postOf(site: OwnSite, page: string, comment: ListedComment) {
  if (!mayReadPost(site, comment)) return 'En un post que ya no está publicado'
  const title = html`«${comment.post_title}»`
  const own = site.targets.get(`post ${comment.post_id}`)?.path
  const link = own
    ? html`<a href="${hrefFrom(page, own)}">${title}</a>`
    : webLink(site.publicUrl + placeOf.post({ id: comment.post_id }), title)
  return html`En ${link}`
}

function answeredIn(site: OwnSite, comment: ListedComment) {
  const { reply_to, quoted_name } = comment
  if (reply_to === null || !mayReadPost(site, comment)) return []
  return [quoted_name === null ? texts.answersDeleted : texts.answers(quoted_name)]
}
