// The records of an export of WordPress as what they mean.
import { htmlText } from './html.ts'
import { readRecords, type WxrRecord } from './wxr.ts'

interface Site {
  title: string
  /** Address of the blog, without a slash at its end; '' if the export does not say it. */
  url: string
}

interface WordPressAuthor {
  login: string
  email: string
  name: string
}

export interface WordPressComment {
  id: number
  /** 0 for a comment that answers no other one. */
  parent: number
  author: string
  email: string
  html: string
  date: number | undefined
  /** '' for those of people. */
  type: string
  isApproved: boolean
}

export interface WordPressItem {
  /** Line of the export, for messages about it. */
  line: number
  id: number
  /** `post`, `page`, `attachment` and many more, of plugins too. */
  type: string
  status: string
  hasPassword: boolean
  title: string
  html: string
  /** Login of the author. */
  creator: string
  date: number | undefined
  link: string
  guid: string
  /** The post of an attachment. */
  parent: number
  categories: string[]
  tags: string[]
  attachmentUrl: string
  /** Path of an attachment below the folder of uploads. */
  attachedFile: string
  /** Attachment that is shown above the post; 0 without one. */
  thumbnail: number
  footnotes: string
  comments: WordPressComment[]
}

export type WordPressEntry =
  | { kind: 'site'; site: Site }
  | { kind: 'author'; author: WordPressAuthor }
  | { kind: 'item'; item: WordPressItem }

const field = (record: WxrRecord, name: string) => record.fields[name] ?? ''
const numberIn = (record: WxrRecord, name: string) => Number(/^\d{1,15}$/.exec(field(record, name))?.[0] ?? 0)
const line = (html: string) => htmlText(html).replace(/\s+/g, ' ').trim()

/** Drafts and old versions have `0000-00-00 00:00:00`. */
function momentOf(written: string, timeZone: string) {
  if (!/^[12]\d{3}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/.test(written)) return undefined
  try {
    const moment = Temporal.PlainDateTime.from(written.replace(' ', 'T')).toZonedDateTime(timeZone)
    return moment.year < 1970 ? undefined : moment.epochMilliseconds
  } catch {
    return undefined
  }
}

function publicationOf(record: WxrRecord) {
  const moment = Date.parse(field(record, 'pubDate'))
  return moment > 0 ? moment : undefined
}

function toComment(record: WxrRecord, timeZone: string): WordPressComment {
  const type = field(record, 'wp:comment_type')
  return {
    id: numberIn(record, 'wp:comment_id'),
    parent: numberIn(record, 'wp:comment_parent'),
    author: line(field(record, 'wp:comment_author')),
    email: field(record, 'wp:comment_author_email'),
    html: field(record, 'wp:comment_content'),
    date: momentOf(field(record, 'wp:comment_date_gmt'), 'UTC') ?? momentOf(field(record, 'wp:comment_date'), timeZone),
    type: type === 'comment' ? '' : type,
    isApproved: /^(?:1|approved?)$/.test(field(record, 'wp:comment_approved')),
  }
}

/** The category of posts that have none. */
const none = /^(?:uncategori[sz]ed|sin-categori(?:a|zar))$/

/** Names of an item in a taxonomy. Exports before WordPress 2.5 say no domain, later ones say some names twice. */
function termsOf({ records }: WxrRecord, domains: (string | undefined)[]) {
  const terms = records.filter(
    ({ name, attributes }) =>
      name === 'category' && domains.includes(attributes.domain) && !none.test(attributes.nicename ?? ''),
  )
  return [...new Set(terms.map(({ text }) => line(text)))].filter(Boolean)
}

function toItem(record: WxrRecord, timeZone: string): WordPressItem {
  const meta = new Map(
    record.records
      .filter(({ name }) => name === 'wp:postmeta')
      .map((entry) => [field(entry, 'wp:meta_key'), field(entry, 'wp:meta_value')]),
  )
  const categories = termsOf(record, ['category'])
  return {
    line: record.line,
    id: numberIn(record, 'wp:post_id'),
    type: field(record, 'wp:post_type') || 'post',
    status: field(record, 'wp:status') || 'publish',
    hasPassword: field(record, 'wp:post_password') !== '',
    title: line(field(record, 'title')),
    html: field(record, 'content:encoded'),
    creator: field(record, 'dc:creator'),
    date:
      momentOf(field(record, 'wp:post_date_gmt'), 'UTC') ??
      momentOf(field(record, 'wp:post_date'), timeZone) ??
      publicationOf(record),
    link: field(record, 'link'),
    guid: field(record, 'guid'),
    parent: numberIn(record, 'wp:post_parent'),
    categories: categories.length > 0 ? categories : termsOf(record, [undefined]),
    tags: termsOf(record, ['post_tag', 'tag']),
    attachmentUrl: field(record, 'wp:attachment_url') || field(record, 'guid'),
    attachedFile: meta.get('_wp_attached_file') ?? '',
    thumbnail: Number(/^\d{1,15}$/.exec(meta.get('_thumbnail_id') ?? '')?.[0] ?? 0),
    footnotes: meta.get('footnotes') ?? '',
    comments: record.records.filter(({ name }) => name === 'wp:comment').map((entry) => toComment(entry, timeZone)),
  }
}

/** Entries of the export in their order. `timeZone` is the site's, for moments without one. */
export async function* readExport(chunks: AsyncIterable<Uint8Array>, timeZone: string): AsyncGenerator<WordPressEntry> {
  for await (const record of readRecords(chunks)) {
    if (record.name === 'item') yield { kind: 'item', item: toItem(record, timeZone) }
    else if (record.name === 'wp:author') {
      const [login, email] = [field(record, 'wp:author_login'), field(record, 'wp:author_email')]
      yield { kind: 'author', author: { login, email, name: line(field(record, 'wp:author_display_name')) || login } }
    } else {
      const url = (
        ['wp:base_blog_url', 'wp:base_site_url', 'link'].map((name) => field(record, name)).find(Boolean) ?? ''
      ).replace(/\/+$/, '')
      yield { kind: 'site', site: { title: line(field(record, 'title')), url } }
    }
  }
}
