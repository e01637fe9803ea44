import { showMentions } from '../../../contract/markdown/mentions.ts'
import { readReactions } from '../../db/reactions.ts'
import { readInBatches } from '../../lib/batches.ts'
import { toIso } from '../../lib/time.ts'
import { type Html, html, joined, timeElement } from '../html.ts'
import { findLinks, withLinks } from '../links.ts'
import { renderText } from '../markdown.ts'
import { hrefFrom } from '../page.ts'
import { writePost } from '../post.ts'
import { type ListedComment, type ListedPost, listComments, listContents, listPublished } from '../queries.ts'
import { texts } from '../texts.ts'
import { categoryOf, postPath, type SiteOfAll, yearPath } from './site.ts'

const batchSize = 50
const commentBatchSize = 200

/** Writes a page for each published post, with its comments, and its Markdown beside it. */
export async function writePosts(site: SiteOfAll): Promise<{ posts: number; comments: number }> {
  const count = { posts: 0, comments: 0 }
  const read = (after: ListedPost | undefined, limit: number) => listPublished(site.db, {}, after, limit)
  for await (const posts of readInBatches(batchSize, read)) {
    const ids = posts.map(({ id }) => id)
    const rows = await listContents(site.db, ids)
    const contents = new Map(rows.map(({ id, content }) => [id, content]))
    for (const post of posts) count.comments += await writeWithComments(site, post, contents.get(post.id) ?? '')
    count.posts += posts.length
  }
  return count
}

async function writeWithComments(site: SiteOfAll, post: ListedPost, content: string) {
  const path = postPath(site.dates, post)
  let count = 0
  const markdown = [reactionsMarkdown(post)]

  async function* comments() {
    yield html`${reactionsHtml(post)}`.text
    const read = (after: ListedComment | undefined, limit: number) =>
      listComments(site.db, { postId: post.id, after: after?.id, limit })
    const batches = withLinks(site, readInBatches(commentBatchSize, read), (comment) => comment.content)
    for await (const batch of batches)
      for (const { row, links } of batch) {
        if (count++ === 0) {
          yield html`\n<section class="comments" aria-labelledby="comentarios">
<h2 id="comentarios">${texts.comments}</h2>`.text
          markdown.push(`\n\n---\n\n## ${texts.comments}`)
        }
        const text = { page: path, id: `comment-${row.id}`, text: row.content, level: 4, links }
        yield commentHtml(site, path, row, await renderText(site, text))
        markdown.push(commentMarkdown(row))
      }
    if (count > 0) yield '\n</section>'
  }

  await writePost(site, {
    path,
    post: { ...post, content },
    links: await findLinks(site, [content]),
    ...surroundings(site, path, post),
    head: headOf(site, post),
    after: { html: comments(), markdown },
  })
  return count
}

/** The year above the title; author, date and category below it. */
function surroundings(site: SiteOfAll, path: string, post: ListedPost) {
  const { dates } = site
  const href = (target: string) => hrefFrom(path, target)
  const year = dates.year(post.published_at)
  const category = categoryOf(site, post)
  const isEdited = post.updated_at - post.published_at > 60_000
  return {
    above: html`<a href="${href('posts/index.html')}">${texts.posts}</a> › <a href="${href(yearPath(year))}">${year}</a>`,
    facts: joined([
      html`${texts.byAtStart} ${authorHtml(site, path, post)}`,
      timeElement(post.published_at, dates.day),
      category && html`<a href="${href(category.path)}">${category.name}</a>`,
      isEdited && html`${texts.edited} ${timeElement(post.updated_at, dates.day)}`,
    ]),
  }
}

/** A name, with a link to the person's posts if there are any. */
function authorHtml(
  { authors }: SiteOfAll,
  path: string,
  { author, author_name }: { author: string; author_name: string },
) {
  const list = authors.get(author)
  const name = html`<bdi>${author_name}</bdi>`
  return list ? html`<a href="${hrefFrom(path, list.path)}">${name}</a>` : name
}

type Reacted = { reactions: string | null }
const reactionsText = ({ reactions }: Reacted) => texts.reactions(readReactions(reactions))
const reactionsHtml = (thing: Reacted) =>
  thing.reactions !== null && html`\n<p class="note">${reactionsText(thing)}</p>`
const reactionsMarkdown = (thing: Reacted) => (thing.reactions === null ? '' : `\n\n*${reactionsText(thing)}*`)

const answeredText = ({ quoted_name }: ListedComment) =>
  quoted_name === null ? texts.answersDeleted : texts.answers(quoted_name)

const answerHtml = (comment: ListedComment) =>
  comment.quoted_name === null
    ? html`<p class="note">${texts.answersDeleted}</p>\n`
    : html`<p class="note"><a href="#comentario-${comment.reply_to ?? ''}">${answeredText(comment)}</a></p>\n`

function commentHtml(site: SiteOfAll, path: string, comment: ListedComment, text: Html) {
  const { created_at: at, updated_at } = comment
  const { dates } = site
  const edited = updated_at !== at && html` · ${texts.edited} ${timeElement(updated_at, dates.dayAndTime)}`
  return html`
<article class="comment" id="comentario-${comment.id}">
<h3>${authorHtml(site, path, comment)} ${timeElement(at, dates.dayAndTime)}${edited}</h3>
${comment.reply_to !== null && answerHtml(comment)}<div class="prose">
${text}
</div>${reactionsHtml(comment)}
</article>`.text
}

function commentMarkdown(comment: ListedComment) {
  const answered = comment.reply_to === null ? '' : `*${answeredText(comment)}*\n\n`
  const text = showMentions(comment.content) + reactionsMarkdown(comment)
  return `\n\n### ${comment.author_name}, ${toIso(comment.created_at)}\n\n${answered}${text}`
}

const headOf = (site: SiteOfAll, post: ListedPost) => ({
  title: post.title,
  author: post.author_name,
  category: categoryOf(site, post)?.name ?? null,
  published_at: toIso(post.published_at),
  updated_at: toIso(post.updated_at),
  id: post.id,
})
