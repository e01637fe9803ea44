import { showMentions } from '../../contract/markdown/mentions.ts'
import { anchorOf } from '../../contract/pages.ts'
import { readReactions } from '../db/reactions.ts'
import { toIso } from '../lib/time.ts'
import { toHtml } from '../markdown/to-html.ts'
import { frontMatter } from '../pages/front-matter.ts'
import { hrefFrom } from '../pages/href-from.ts'
import { addressesIn, findMentioned } from './addresses.ts'
import type { SiteExport } from './export.ts'
import { html } from './html.ts'
import { beginningOf, endOf } from './page.ts'
import { postPath, yearPath } from './post-path.ts'
import { type ListedComment, type ListedPost, listComments, listContents, listPublished } from './queries.ts'
import { texts } from './texts.ts'

const batchSize = 50
const commentBatchSize = 200

/** Writes a page for each published post, with its comments, and its Markdown beside it. */
export async function exportPosts(siteExport: SiteExport): Promise<{ posts: number; comments: number }> {
  const count = { posts: 0, comments: 0 }
  let after: ListedPost | undefined
  do {
    const posts = await listPublished(siteExport.db, {}, after, batchSize)
    const contents = new Map(
      (
        await listContents(
          siteExport.db,
          posts.map(({ id }) => id),
        )
      ).map((row) => [row.id, row.content]),
    )
    for (const post of posts) count.comments += await exportPost(siteExport, post, contents.get(post.id) ?? '')
    count.posts += posts.length
    after = posts.length === batchSize ? posts.at(-1) : undefined
  } while (after)
  return count
}

async function exportPost(siteExport: SiteExport, post: ListedPost, content: string) {
  const { site, dates, progress, madeAt } = siteExport
  const path = postPath(dates, post)
  const source = { path: path.replace(/html$/, 'md'), type: 'Markdown' as const }
  const page = { path, title: post.title, source, ...surroundings(siteExport, path, post) }
  const out = { html: site.open(path), markdown: site.open(source.path) }
  const write = (to: 'html' | 'markdown', text: string) => {
    out[to].write(text)
    progress.bytes(text.length)
  }

  const addresses = addressesIn(siteExport, path, await findMentioned(siteExport, [content]))
  const body = toHtml(content, { id: `post-${post.id}`, addresses })
  write('html', `${beginningOf(page)}<article class="prose">\n${body}\n</article>${reactionsHtml(post)}`)
  write('markdown', headOf(siteExport, post) + showMentions(content) + reactionsMarkdown(post))

  let count = 0
  let last = ''
  for (;;) {
    const comments = await listComments(siteExport.db, post.id, last, commentBatchSize)
    if (count === 0 && comments.length > 0) {
      write(
        'html',
        html`\n<section class="comments" aria-labelledby="comentarios">
<h2 id="comentarios">${texts.comments}</h2>`.text,
      )
      write('markdown', `\n\n---\n\n## ${texts.comments}`)
    }
    const mentioned = await findMentioned(
      siteExport,
      comments.map((comment) => comment.content),
    )
    for (const comment of comments) {
      const id = anchorOf.comment(comment.id)
      const text = toHtml(comment.content, { id, level: 4, addresses: addressesIn(siteExport, path, mentioned) })
      write('html', commentHtml(siteExport, path, comment, text))
      const answered = comment.reply_to === null ? '' : `*${answeredText(comment)}*\n\n`
      write(
        'markdown',
        `\n\n### ${comment.author_name}, ${toIso(comment.created_at)}\n\n${answered}${showMentions(comment.content)}${reactionsMarkdown(comment)}`,
      )
    }
    count += comments.length
    last = comments.at(-1)?.id ?? last
    if (comments.length < commentBatchSize) break
  }
  if (count > 0) write('html', '\n</section>')
  write('html', endOf(page, madeAt))
  write('markdown', '\n')
  out.html.close()
  out.markdown.close()
  return count
}

/** The year above the title; author, date and category below it. */
function surroundings(siteExport: SiteExport, path: string, post: ListedPost) {
  const { dates, categories } = siteExport
  const href = (target: string) => hrefFrom(path, target)
  const year = dates.isoDay(post.published_at).slice(0, 4)
  const category = post.category_id === null ? undefined : categories.get(post.category_id)
  const isEdited = post.updated_at - post.published_at > 60_000
  return {
    above: html`<a href="${href('posts/index.html')}">${texts.posts}</a> › <a href="${href(yearPath(year))}">${year}</a>`,
    facts: html`${texts.byAtStart} ${authorHtml(siteExport, path, post)} · <time datetime="${toIso(post.published_at)}">${dates.day(
      post.published_at,
    )}</time>${category && html` · <a href="${href(category.path)}">${category.name}</a>`}${
      isEdited &&
      html` · ${texts.edited} <time datetime="${toIso(post.updated_at)}">${dates.day(post.updated_at)}</time>`
    }`,
  }
}

/** A name, with a link to the person's posts if there are any. */
function authorHtml(
  { authors }: SiteExport,
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
  thing.reactions === null ? '' : html`\n<p class="note">${reactionsText(thing)}</p>`.text
const reactionsMarkdown = (thing: Reacted) => (thing.reactions === null ? '' : `\n\n*${reactionsText(thing)}*`)

const answeredText = ({ quoted_name }: ListedComment) =>
  quoted_name === null ? texts.answersDeleted : texts.answers(quoted_name)

const answerHtml = (comment: ListedComment) =>
  comment.quoted_name === null
    ? html`<p class="note">${texts.answersDeleted}</p>\n`
    : html`<p class="note"><a href="#comentario-${comment.reply_to ?? ''}">${answeredText(comment)}</a></p>\n`

const commentHtml = (siteExport: SiteExport, path: string, comment: ListedComment, text: string) => {
  const { created_at: at, updated_at } = comment
  const { dates } = siteExport
  const edited =
    updated_at !== at &&
    html` · ${texts.edited} <time datetime="${toIso(updated_at)}">${dates.dayAndTime(updated_at)}</time>`
  return `${
    html`
<article class="comment" id="comentario-${comment.id}">
<h3>${authorHtml(siteExport, path, comment)} <time datetime="${toIso(at)}">${dates.dayAndTime(at)}</time>${edited}</h3>
${comment.reply_to !== null && answerHtml(comment)}<div class="prose">
`.text
  }${text}\n</div>${reactionsHtml(comment)}\n</article>`
}

function headOf({ categories }: SiteExport, post: ListedPost) {
  return frontMatter({
    title: post.title,
    author: post.author_name,
    category: post.category_id === null ? null : (categories.get(post.category_id)?.name ?? null),
    published_at: toIso(post.published_at),
    updated_at: toIso(post.updated_at),
    id: post.id,
  })
}
