import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'react-router'
import { kindOf } from '../../contract/content/file-kinds.ts'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { LinkedPost } from '../../contract/content/linked-post.ts'
import { links } from '../../contract/content/links.ts'
import { downloadAddress, placeOf } from '../../contract/content/places.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import { linkKeys } from '../api/keys.ts'
import { InLink } from '../markdown/images/with-image-consent.tsx'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { KindIcon } from '../ui/file-kind/kind-icon.tsx'
import { Icon } from '../ui/icons.tsx'
import css from './links.module.css'
import { texts } from './texts.ts'

/** A link once the target is known; before that, and without a target, its label (SPEC §2). */
export default function ResolvedLink(props: LinkTokenProps) {
  return props.kind === 'file' ? <FileLink {...props} /> : <PostLink {...props} />
}

/** In an own link there is no other one, and no button of an image. */
const inFileLink = { areShown: false }

function FileLink({ target, label, children, image }: LinkTokenProps) {
  const { data: file, isPending, refetch } = useTarget('file', target)
  const isInLink = useContext(InLink) !== null
  if (isPending && image) return image()
  if (isPending) return <span className="muted">{texts.loading(label)}</span>
  if (!file) return <span className={css.missing}>{texts.fileNotFound(label)}</span>
  if (image && file.thumb_url) return image({ file, reload: async () => (await refetch()).data })
  if (isInLink) return label || file.original_name
  // the picker's own label for a link is its address
  const isUnnamed = !label || label === file.original_name
  return (
    <a className={css.token} {...linkProps(file)} title={file.title ? file.original_name : undefined}>
      <KindIcon kind={kindOf(file.file_type)} size={18} className={css.icon} />
      <InLink value={inFileLink}>
        {isUnnamed && file.title ? file.title : (children ?? (label || file.original_name))}
      </InLink>
    </a>
  )
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' }

/** Links, PDFs and pictures open in a new tab; other files download. */
function linkProps(file: ArchiveFile) {
  if (file.source_type === 'url')
    return { href: file.original_url ?? undefined, ...newTab, rel: 'noopener noreferrer nofollow' }
  const kind = kindOf(file.file_type)
  if (kind === 'pdf') return { href: placeOf.file(file), ...newTab }
  if (kind === 'image') return { href: file.cloudinary_url ?? undefined, ...newTab }
  return { href: downloadAddress(file) ?? undefined, download: file.original_name }
}

function PostLink({ target, label, children }: LinkTokenProps) {
  const { data: post, isPending } = useTarget('post', target)
  if (isPending) return <span className="muted">{texts.loading(label)}</span>
  if (!post) return <span className={css.missing}>{texts.postNotFound(label)}</span>
  return (
    <Link className={css.token} to={placeOf.post(post)}>
      <Icon name="book" size={16} className={css.icon} />
      {children ?? (label || post.title)}
    </Link>
  )
}

type Target<K extends LinkKind> = K extends 'file' ? ArchiveFile : LinkedPost

interface Lookup extends PromiseWithResolvers<Target<LinkKind> | null> {
  kind: LinkKind
  id: string
}

let batch: Lookup[] = []
/** The tokens of a page mount within this time and share one request. */
const batchWindowMs = 5

async function resolveBatch() {
  const lookups = batch
  batch = []
  const idsOf = (kind: LinkKind) => [...new Set(lookups.filter((lookup) => lookup.kind === kind).map(({ id }) => id))]
  const [files, posts] = [idsOf('file'), idsOf('post')]
  const found = new Map<string, Target<LinkKind>>()
  try {
    for (let at = 0; at < Math.max(files.length, posts.length); at += limits.maxLinksPerRequest) {
      const part = (ids: string[]) => ids.slice(at, at + limits.maxLinksPerRequest)
      const answer = await call(links.find, { body: { files: part(files), posts: part(posts) } })
      for (const target of [...answer.files, ...answer.posts]) found.set(target.id, target)
    }
    for (const { id, resolve } of lookups) resolve(found.get(id) ?? null)
  } catch (error) {
    for (const { reject } of lookups) reject(error)
  }
}

function lookUp(kind: LinkKind, id: string) {
  const lookup = { kind, id, ...Promise.withResolvers<Target<LinkKind> | null>() }
  if (batch.length === 0) setTimeout(() => void resolveBatch(), batchWindowMs)
  batch.push(lookup)
  return lookup.promise
}

const isId = (id: string) => /^[0-9a-f]{32}$/.test(id)

/** Target of a token; null if it doesn't exist or isn't visible to this person. */
export const useTarget = <K extends LinkKind>(kind: K, id: string) =>
  useQuery({
    queryKey: linkKeys.one(kind, id),
    queryFn: () => (isId(id) ? lookUp(kind, id) : null) as Promise<Target<K> | null> | null,
    staleTime: 60_000,
  })
