// The export of a blog: its files into the archive, its posts and pages as posts, with what was answered to them.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { CommentText } from '../../../contract/comments.ts'
import { limits } from '../../../contract/limits.ts'
import { NewPost } from '../../../contract/posts.ts'
import { withoutInvisible } from '../../../contract/text/invisible.ts'
import { OperatorError } from '../../operator-error.ts'
import { findPostRow } from '../../posts/queries.ts'
import type { Import, ImportOptions } from '../imports.ts'
import { createPeople } from '../people.ts'
import { findImported } from '../queries.ts'
import { importCategory, importComment, importPost, writeTexts } from '../things.ts'
import type { Resolver } from './conversion.ts'
import { plainMarkdown } from './escape.ts'
import { type Attribution, createResolver, importFiles, nominalFiles } from './files.ts'
import { readExport, type WordPressComment, type WordPressItem } from './items.ts'
import { toPostMarkdown } from './markdown.ts'
import { momentOf, type SurveyedPost, survey } from './survey.ts'

/** Words in the imported texts. */
const texts = {
  untitled: 'Sin título',
  empty: 'Sin texto.',
  anonymous: 'Anónimo',
  terms: (categories: string[], tags: string[]) =>
    [
      categories.length > 0 ? `Otras categorías: ${categories.join(', ')}` : '',
      tags.length > 0 ? `Etiquetas: ${tags.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join(' · '),
}

/** Comments of a transaction: others who write wait for milliseconds. */
const batchSize = 50

const cleanLine = (text: string) => withoutInvisible(text).replace(/\s+/g, ' ').normalize('NFC').trim()
const cut = (text: string, max: number) => {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}

/** Why a published post is a draft here. */
function reasonForDraft({ status, hasPassword, date }: WordPressItem, now: number) {
  if (status === 'publish' && hasPassword) return 'it had a password there: a draft here'
  if (status === 'private') return 'it was private there: a draft here'
  if (status === 'future' || (date ?? 0) > now) return 'it was to be published later: a draft here'
  return undefined
}

export async function importWordPress(run: Import, path: string, options: ImportOptions) {
  const { services, report, progress } = run
  const { db, now, log, settings } = services
  if (options.uploads && options.fetch) throw new OperatorError('--uploads and --fetch: one of them is enough')
  await (await open(path)).close()
  const entries = () => readExport(createReadStream(path), settings.timeZone)

  progress.step('reading the export')
  const found = await survey(run, entries())
  const people = createPeople(run)
  const namesByEmail = new Map([...found.authors.values()].map(({ email, name }) => [email || undefined, name]))
  async function personOf(name: string, email: string | undefined): Promise<Attribution> {
    const by = cut(cleanLine(namesByEmail.get(email) ?? name) || texts.anonymous, limits.userName)
    return { author: await people({ name: by, email }), by }
  }
  const writerOf = (login: string) =>
    personOf(found.authors.get(login)?.name ?? login, found.authors.get(login)?.email || undefined)
  const titleOf = ({ title }: Pick<WordPressItem, 'title'>) => cleanLine(title) || texts.untitled

  const categories = new Map<string, Promise<string | null>>()
  function categoryOf(name: string | undefined) {
    if (name === undefined) return null
    const category = categories.get(name) ?? importCategory(run, name)
    categories.set(name, category)
    return category
  }

  const attachments = Map.groupBy(
    found.files.filter(({ attachment }) => attachment > 0),
    ({ parent }) => parent,
  )

  function contentOf(item: WordPressItem, resolve: Resolver, isTold: boolean) {
    const title = titleOf(item)
    const markdown = toPostMarkdown(item.html, {
      resolve,
      base: found.site.url,
      attached: attachments.get(item.id)?.map(({ attachment }) => attachment) ?? [],
      footnotes: item.footnotes,
      leftOut: (what, reason) => isTold && report.leftOut(reason, `${title}: ${what}`),
    })
    const cover = item.thumbnail ? resolve.file('', item.thumbnail) : undefined
    return [
      title.length > limits.postTitle ? plainMarkdown(title) : '',
      cover?.isPicture && !markdown.includes(cover.id) ? `![](file:${cover.id})` : '',
      markdown,
      plainMarkdown(texts.terms(item.categories.slice(1), item.tags)),
    ]
      .filter(Boolean)
      .join('\n\n')
  }

  const commentMarkdown = ({ html }: WordPressComment, resolve: Resolver) =>
    toPostMarkdown(html, { resolve, base: found.site.url, attached: [], leftOut: () => {} })

  /** A problem of the text by the rules of the house; undefined for a good one, and for an empty one. */
  function problemOf(schema: z.core.$ZodType, text: string) {
    const parsed = z.safeParse(schema, text)
    return parsed.success ? undefined : parsed.error.issues[0]?.message
  }

  /** Posts and pages, each once: of two with one number the first. */
  async function* textItems() {
    const sources = new Set<string>()
    for await (const entry of entries())
      if (entry.kind === 'item' && /^(?:post|page)$/.test(entry.item.type)) {
        const post = found.posts.get(found.sourceOf('post', entry.item))
        if (post && !sources.has(post.source)) yield { item: entry.item, post }
        if (post) sources.add(post.source)
      }
  }

  const isOfPeople = ({ isApproved, type }: WordPressComment) => isApproved && type === ''

  /** Texts over a limit are told before anything is written. */
  async function warnOfLong(resolve: Resolver) {
    for await (const { item, post } of textItems()) {
      if (post.broughtBy !== undefined) continue
      const title = titleOf(item)
      if (title.length > limits.postTitle)
        log.warn(`${JSON.stringify(title)}: the title is cut to ${limits.postTitle} characters`)
      const problem = problemOf(NewPost.shape.content, contentOf(item, resolve, false) || texts.empty)
      if (problem) log.warn(`${JSON.stringify(title)} (line ${item.line}) is left out: ${problem}`)
      for (const comment of item.comments.filter(isOfPeople)) {
        const isTooLong =
          comment.html.length > 2000 && problemOf(CommentText.shape.content, commentMarkdown(comment, resolve))
        if (isTooLong)
          log.warn(
            `a comment of ${JSON.stringify(comment.author)} on ${JSON.stringify(title)} is left out: it is too long`,
          )
      }
    }
  }

  progress.step('checking the texts')
  await warnOfLong(createResolver(found, nominalFiles(found)))
  const files = await importFiles(run, found, options, { writerOf, categoryOf })
  const resolve = createResolver(found, files)

  /** One of this run, before it was killed, is in its report as a new one is. */
  const isOfEarlierRun = (broughtBy: number | undefined) => broughtBy !== undefined && broughtBy !== run.id

  /** False for a post that is left out. */
  async function writePost(item: WordPressItem, post: SurveyedPost) {
    const [at, title, { author, by }] = [momentOf(item, now()), titleOf(item), await writerOf(item.creator)]
    const isKnown = isOfEarlierRun(post.broughtBy)
    const content = isKnown ? '' : contentOf(item, resolve, true) || texts.empty
    const isTooLong = !isKnown && problemOf(NewPost.shape.content, content)
    if (isTooLong) {
      report.leftOut(`a text of more than ${limits.postContent} characters`, title)
      return false
    }
    report.found('post', { at, by, title, isKnown })
    if (isKnown) return true
    const draft = reasonForDraft(item, now())
    const is_published = item.status === 'publish' && !draft
    if (draft) report.leftOut(draft, title)
    if (item.type === 'page')
      report.leftOut('the place of a page among the pages: it is a post here', title, { isOwn: true })
    const category_id = await categoryOf(item.categories[0])
    if (run.id === undefined || post.broughtBy !== undefined) return true
    const row = {
      source: post.source,
      id: post.id,
      author,
      at,
      title: cut(title, limits.postTitle),
      content,
      category_id,
      is_published,
    }
    await writeTexts(run, (tx) => importPost(run, tx, row))
    return true
  }

  async function writeComments(item: WordPressItem, postId: string) {
    const sourceOf = ({ id, date, html }: WordPressComment) =>
      found.sourceOf('comment', { id, guid: `${item.id} ${date}`, link: html })
    const bySource = new Map<string, WordPressComment>()
    for (const comment of item.comments.toSorted((a, b) => a.id - b.id)) {
      const about = `${comment.author || texts.anonymous}: ${comment.html}`
      if (comment.type !== '') report.leftOut('pingbacks of other sites', about, { isOwn: true })
      else if (!comment.isApproved) report.leftOut('comments that nobody approved', about)
      else bySource.set(sourceOf(comment), comment)
    }
    const known = await findImported(db, [...bySource.keys()])
    const ids = new Map<number, string>()
    const rows: Parameters<typeof importComment>[2][] = []
    for (const [source, comment] of bySource) {
      const at = momentOf(comment, now())
      const { author, by } = await personOf(comment.author, comment.email || undefined)
      const content = commentMarkdown(comment, resolve)
      const problem = problemOf(CommentText.shape.content, content)
      if (problem) {
        report.leftOut(`comments: ${problem}`, `${by}: ${content || comment.html}`)
        continue
      }
      const before = known.get(source)
      const id = before?.thing_id ?? found.idOf(source, at, comment.id)
      ids.set(comment.id, id)
      report.found('comment', { at, by, title: content, isKnown: isOfEarlierRun(before?.import_id) })
      if (!before)
        rows.push({ source, id, author, at, post_id: postId, content, reply_to: ids.get(comment.parent) ?? null })
    }
    if (run.id === undefined) return
    for (let at = 0; at < rows.length; at += batchSize)
      await writeTexts(run, async (tx) => {
        for (const row of rows.slice(at, at + batchSize)) await importComment(run, tx, row)
      })
  }

  progress.step('posts')
  for await (const { item, post } of textItems()) {
    if (post.broughtBy !== undefined && !(await findPostRow(db, post.id))) {
      report.leftOut('it was brought before, and deleted since', titleOf(item))
      continue
    }
    if (await writePost(item, post)) await writeComments(item, post.id)
  }
}
