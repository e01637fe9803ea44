import { linkTargets } from '../../contract/content/link-tokens.ts'
import { showMentions } from '../../contract/markdown/mentions.ts'
import { placeOf } from '../../contract/pages.ts'
import { permissions } from '../../contract/permissions.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { toIso } from '../lib/time.ts'
import type { ZipEntry } from '../lib/zip.ts'
import { frontMatter } from '../pages/front-matter.ts'
import { hrefFrom } from '../pages/href-from.ts'
import { texts } from '../pages/texts.ts'
import { type AccountExport, textEntry } from './export.ts'
import { json, page, plainText, webLink } from './pages.ts'
import { byPeriod } from './periods.ts'
import { type PostWithContent, readComments, readPosts } from './queries.ts'

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at))

/** HTML of a text; the text as typed if that fails, so that one text doesn't keep somebody from all the others. */
async function toHtml(
  { services, markdown, layout }: AccountExport,
  page: string,
  id: string,
  text: string,
  level: number,
) {
  const targets = new Map(
    linkTargets(text).flatMap(({ kind, id }) => {
      const target = layout.targets.get(`${kind} ${id}`)
      return target ? [[`${kind} ${id}`, target] as const] : []
    }),
  )
  try {
    return await markdown.toHtml({ page, id, text, level, publicUrl: services.settings.publicUrl, targets })
  } catch (err) {
    services.log.warn({ err, id }, 'a text could not become HTML')
    return plainText(text)
  }
}

/** Posts and drafts, each as Markdown and as a page. */
export async function* postEntries(made: AccountExport): AsyncGenerator<ZipEntry> {
  const { layout, services } = made
  const paths = new Map(layout.posts.map(({ id, path }) => [id, path]))
  for await (const post of readPosts(services.db, [...paths.keys()])) {
    const path = paths.get(post.id) as string
    made.written.add(post.id)
    yield textEntry(`${path}.md`, markdownFile(post), post.updated_at)
    const text = await toHtml(made, `${path}.html`, `post-${post.id}`, post.content, 2)
    const body = [`<p class="facts">${postFacts(made, post).join(' · ')}</p>\n`, text]
    yield textEntry(`${path}.html`, page(`${path}.html`, post.title, body), post.updated_at)
  }
}

/** With a head that other programs for Markdown read. */
function markdownFile({ title, category_name, created_at, updated_at, published_at, content }: PostWithContent) {
  const facts = {
    ...{ title, category: category_name },
    ...{ created: toIso(created_at), updated: toIso(updated_at), published: isoOrNull(published_at) },
  }
  return frontMatter(facts) + showMentions(content)
}

function postFacts(
  { moments }: AccountExport,
  { category_name, created_at, updated_at, published_at }: PostWithContent,
) {
  const state =
    published_at === null
      ? `Borrador, creado el ${moments.dateAndTime(created_at)}`
      : `Publicado el ${moments.dateAndTime(published_at)}`
  const updated = updated_at === created_at ? [] : [`Actualizado el ${moments.dateAndTime(updated_at)}`]
  return [state, ...updated, escapeHtml(category_name ?? texts.noCategory)]
}

type CommentRow = Awaited<ReturnType<ReturnType<typeof readComments>['next']>>['value'] & object

/** The title of a post that its author took back isn't the commenter's to have. */
const mayReadPost = ({ layout }: AccountExport, comment: CommentRow) =>
  permissions['post.read'](layout.user, {
    author_id: comment.post_author_id,
    is_published: comment.post_published_at !== null,
  })

/** Comments as JSON, and as a page a year. */
export async function* commentEntries(made: AccountExport): AsyncGenerator<ZipEntry> {
  const { layout, services } = made
  if (layout.commentIds.length === 0) return
  const read = () => readComments(services.db, layout.commentIds)
  yield textEntry('comentarios.json', json(commentObjects(made, read())), layout.madeAt)
  const years = { pages: made.pages.comments, folder: 'comentarios', title: (year: string) => `Comentarios de ${year}` }
  yield* byPeriod(
    made,
    years,
    (day) => day.slice(0, 'YYYY'.length),
    read(),
    async (path, comment) => {
      const text = await toHtml(made, path, `c-${comment.id}`, comment.content, 3)
      const facts = [
        ...answeredIn(made, comment),
        postOf(made, path, comment),
        made.moments.dateAndTime(comment.created_at),
      ]
      return `${text}<p class="facts">${facts.join(' · ')}</p>`
    },
  )
}

async function* commentObjects(made: AccountExport, comments: AsyncIterable<CommentRow>) {
  for await (const comment of comments)
    yield {
      id: comment.id,
      content: showMentions(comment.content),
      reply_to: comment.reply_to,
      created_at: toIso(comment.created_at),
      updated_at: toIso(comment.updated_at),
      post: { id: comment.post_id, title: mayReadPost(made, comment) ? comment.post_title : null },
    }
}

function postOf(made: AccountExport, path: string, comment: CommentRow) {
  if (!mayReadPost(made, comment)) return 'En un post que ya no está publicado'
  const own = made.layout.targets.get(`post ${comment.post_id}`)?.path
  const href = own ? hrefFrom(path, own) : made.services.settings.publicUrl + placeOf.post({ id: comment.post_id })
  return `En ${webLink(href, `«${comment.post_title}»`)}`
}

function answeredIn(made: AccountExport, comment: CommentRow) {
  const { reply_to, quoted_name } = comment
  if (reply_to === null || !mayReadPost(made, comment)) return []
  return [quoted_name === null ? 'Responde a un comentario eliminado' : `Responde a ${escapeHtml(quoted_name)}`]
}
