import { batches } from '../../lib/batches.ts'
import { toIso } from '../../lib/time.ts'
import { html, joined, timeElement } from '../html.ts'
import { findLinks } from '../links.ts'
import { writePost } from '../post.ts'
import { listContents, type PostWithContent } from '../queries.ts'
import { texts } from '../texts.ts'
import type { OwnSite } from './layout.ts'

const batchSize = 20

/** Posts and drafts, each as Markdown and as a page. */
export async function writePosts(site: OwnSite) {
  const paths = new Map(site.layout.posts.map(({ id, path }) => [id, path]))
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
