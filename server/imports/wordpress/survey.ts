// A first reading of the export, before anything is written: what it has, and under which ids it will be here.
import { hash } from 'node:crypto'
import { idAt } from '../../ids.ts'
import type { Import } from '../imports.ts'
import { findImported } from '../queries.ts'
import type { WordPressEntry, WordPressItem } from './items.ts'
import { hostOf, pictureKey, uploadPath, withoutSize } from './uploads.ts'

export interface SurveyedPost {
  source: string
  id: string
  title: string
  /** The first of its categories. */
  category: string | undefined
  /** The run that brought it; undefined for a new one. */
  broughtBy?: number
}

export interface SurveyedFile {
  source: string
  /** Number of the attachment; 0 for a file that only a text names. */
  attachment: number
  /** Paths below the folder of uploads, the likeliest first. */
  paths: string[]
  urls: string[]
  at: number
  /** Login of whoever brought it to the blog. */
  creator: string
  /** Number of the post that has it. */
  parent: number
  key: string
  isKnown: boolean
}

export type Survey = Awaited<ReturnType<typeof survey>>

/** Files that texts name without an attachment of their own; more than that is no blog. */
const maxNamedFiles = 200_000
const maxBlockText = 16 * 2 ** 20
/** Rows that are asked for at once. */
const batchSize = 500

const isUpload = /\bhttps?:\/\/[^\s"'<>\\()]+?\/wp-content\/uploads\/[^\s"'<>\\()?#]+\.\w{2,5}\b/gi

/** Types of WordPress itself, for its own looks. */
const ofWordPress =
  /^(?:nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_(?:template|template_part|global_styles|navigation|font_family|font_face|pattern|block))$/

/** An address as the key of a post: without scheme, `www.` and place, with the number that stands for an address. */
export function addressKey(url: string) {
  const address = URL.parse(url)
  if (!address) return ''
  const number = ['p', 'page_id'].map((name) => address.searchParams.get(name)).find(Boolean)
  return `${address.host.replace(/^www\./, '')}${address.pathname.replace(/\/+$/, '')}${number ? `?${number}` : ''}`
}

export const momentOf = ({ date }: { date: number | undefined }, now: number) => Math.min(Math.max(date ?? now, 1), now)

/** The same id each time: links between posts are written before all of them are there. */
const idOf = (source: string, at: number, order: number) =>
  idAt(at, order % 2 ** 32, hash('sha256', source, 'buffer').subarray(0, 16))

/** Left out as a whole; undefined for a post, a page and an attachment. */
function reasonAgainst({ type, status }: WordPressItem): [reason: string, isOwn: boolean] | undefined {
  if (ofWordPress.test(type)) return ['menus, old versions and looks of WordPress', true]
  if (type !== 'post' && type !== 'page' && type !== 'attachment') return [`the type "${type}" of a plugin`, false]
  if (/^(?:trash|auto-draft)$/.test(status)) return ['it was in the trash, or never begun', true]
  return undefined
}

export async function survey({ services, report }: Import, entries: AsyncIterable<WordPressEntry>) {
  const { db, now } = services
  let site = { title: '', url: '' }
  const authors = new Map<string, { name: string; email: string }>()
  const posts = new Map<string, SurveyedPost>()
  const sourcesByAddress = new Map<string, string>()
  const sourcesByNumber = new Map<number, string>()
  const files = new Map<string, SurveyedFile>()
  const named = new Map<string, Omit<SurveyedFile, 'source'>>()
  const blocks = new Map<number, string>()
  const hosts = new Set<string>()
  let blockText = 0

  const blog = () => site.url.replace(/^https?:\/\/(?:www\.)?/i, '')
  const sourceOf = (kind: string, item: { id: number; guid?: string; link?: string }) =>
    `wordpress ${blog()} ${kind} ${item.id || hash('sha256', `${item.guid} ${item.link}`).slice(0, 32)}`

  function addAttachment(item: WordPressItem) {
    const path = uploadPath(item.attachmentUrl)
    const paths = [item.attachedFile, path].filter(Boolean)
    const file = {
      attachment: item.id,
      paths,
      urls: [item.attachmentUrl],
      at: momentOf(item, now()),
      key: pictureKey(path),
      isKnown: false,
    }
    const source = sourceOf('file', item)
    files.set(source, { ...file, source, creator: item.creator, parent: item.parent })
    for (const url of [item.attachmentUrl, item.guid]) if (url) hosts.add(hostOf(url))
  }

  function addNamed(item: WordPressItem) {
    for (const [url] of item.html.matchAll(isUpload)) {
      const path = uploadPath(url)
      const key = pictureKey(path)
      if (named.has(key) || named.size === maxNamedFiles) continue
      const [paths = [], urls = []] = [path, url].map((sized) => [withoutSize(sized), sized])
      named.set(key, {
        attachment: 0,
        paths,
        urls,
        at: momentOf(item, now()),
        key,
        creator: item.creator,
        parent: item.id,
        isKnown: false,
      })
    }
  }

  function addPost(item: WordPressItem) {
    const source = sourceOf('post', item)
    const id = idOf(source, momentOf(item, now()), item.id)
    posts.set(source, { source, id, title: item.title, category: item.categories[0] })
    sourcesByNumber.set(item.id, source)
    for (const url of [item.link, item.guid, `${site.url}/?p=${item.id}`]) {
      const key = addressKey(url)
      if (key && !sourcesByAddress.has(key)) sourcesByAddress.set(key, source)
    }
    addNamed(item)
  }

  for await (const entry of entries) {
    if (entry.kind === 'site') {
      site = entry.site
      hosts.add(hostOf(site.url))
    } else if (entry.kind === 'author') authors.set(entry.author.login, entry.author)
    else {
      const { item } = entry
      const reason = reasonAgainst(item)
      if (item.type === 'wp_block') {
        blockText += item.html.length
        if (blockText < maxBlockText) blocks.set(item.id, item.html)
      }
      if (reason) report.leftOut(reason[0], item.title || `${item.type} ${item.id}`, { isOwn: reason[1] })
      else if (item.type === 'attachment') addAttachment(item)
      else addPost(item)
    }
  }

  const keys = new Set([...files.values()].map(({ key }) => key))
  for (const [key, file] of named)
    if (!keys.has(key) && hosts.has(hostOf(file.urls[0] ?? ''))) {
      const source = `wordpress ${blog()} upload ${key}`
      files.set(source, { ...file, source })
    }
  const sources = [...posts.keys(), ...files.keys()]
  for (let at = 0; at < sources.length; at += batchSize)
    for (const [source, thing] of await findImported(db, sources.slice(at, at + batchSize))) {
      const post = posts.get(source)
      if (post) Object.assign(post, { id: thing.thing_id, broughtBy: thing.import_id })
      const file = files.get(source)
      if (file) file.isKnown = true
    }
  return {
    site,
    authors,
    posts,
    files: [...files.values()],
    blocks,
    hosts,
    sourceOf,
    idOf,
    sourcesByAddress,
    sourcesByNumber,
  }
}
