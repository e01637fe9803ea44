import { placeOf } from '../../../contract/content/places.ts'
import { showMentions } from '../../../contract/markdown/mentions.ts'
import { permissions } from '../../../contract/permissions.ts'
import { toIso } from '../../lib/time.ts'
import { html, joined, timeElement, webLink } from '../html.ts'
import { withLinks } from '../links.ts'
import { writeLists } from '../lists.ts'
import { renderText } from '../markdown.ts'
import { hrefFrom } from '../page.ts'
import { type ListedComment, listComments } from '../queries.ts'
import { texts } from '../texts.ts'
import type { OwnSite } from './layout.ts'
import { writeRows } from './rows.ts'

/** Comments as JSON, and as a page a year. */
export async function writeComments(site: OwnSite) {
  const { db, dates, layout } = site
  const read = (keys: string[]) => listComments(db, { keys })
  const toObject = (comment: ListedComment) => commentObject(site, comment)
  const comments = await writeRows(site, 'comentarios.json', layout.commentIds, read, toObject)
  const yearOf = ({ created_at }: ListedComment) => dates.isoDay(created_at).slice(0, 'YYYY'.length)
  return writeLists(
    site,
    withLinks(site, comments, ({ content }) => content),
    {
      baseOf: ({ row }) => `comentarios/${yearOf(row)}`,
      nameOf: ({ row }) => `Comentarios de ${yearOf(row)}`,
      names: { before: texts.earlier, after: texts.later },
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
    },
  )
}

/** The title of a post that its author took back isn't the commenter's to have. */
const mayReadPost = ({ layout }: OwnSite, comment: ListedComment) =>
  permissions['post.read'](layout.user, {
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
