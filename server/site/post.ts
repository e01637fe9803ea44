import { showMentions } from '../../contract/markdown/mentions.ts'
import type { Html } from './html.ts'
import { renderText } from './markdown.ts'
import { addPage, addText, type Links, type Site } from './site.ts'

interface Post {
  /** Path of its page. */
  path: string
  post: { id: string; title: string; content: string; updated_at: number }
  links: Links
  above?: Html
  facts: Html
  /** Head of the Markdown file, for programs. */
  head: Record<string, string | null>
  /** Follows the text, such as comments. The Markdown is complete when the HTML was read. */
  after?: { html: AsyncIterable<string>; markdown: string[] }
}

/** A post as a page, and as Markdown beside it. */
export async function writePost(site: Site, { path, post, links, above, facts, head, after }: Post) {
  const source = { path: path.replace(/html$/, 'md'), type: 'Markdown' as const }
  async function* body() {
    const text = await renderText(site, { page: path, id: `post-${post.id}`, text: post.content, level: 2, links })
    yield `<article class="prose">\n${text.text}\n</article>`
    if (after) yield* after.html
  }
  await addPage(site, { path, title: post.title, above, facts, source }, body(), post.updated_at)
  const markdown = [frontMatter(head), showMentions(post.content)]
  await addText(site, source.path, after ? [...markdown, ...after.markdown, '\n'] : markdown, post.updated_at)
}

/** Head of a Markdown file, in YAML, in which a string of JSON is a string. */
function frontMatter(fields: Record<string, string | null>) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n`
}
