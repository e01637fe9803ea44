import { useContext } from 'react'
import { Link } from 'react-router'
import { kindOf } from '../../contract/content/file-kinds.ts'
import { downloadAddress, placeOf } from '../../contract/content/places.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { InLink } from '../markdown/images/image-consent.ts'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { KindIcon } from '../ui/file-kind/kind-icon.tsx'
import { Icon } from '../ui/icons.tsx'
import css from './links.module.css'
import { useTarget } from './resolve-links.ts'
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
