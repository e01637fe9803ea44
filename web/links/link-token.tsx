import { Link } from 'react-router'
import { kindOf } from '../../contract/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { KindIcon } from '../files/kind-icon.tsx'
import { downloadAddress, viewFilePath } from '../files/paths.ts'
import type { LinkTokenProps } from '../markdown/link-token.tsx'
import { Icon } from '../ui/icons.tsx'
import { useTarget } from './find.ts'
import css from './link-token.module.css'
import { texts } from './texts.ts'

/** A token of a text: what it leads to once that is known, until then and otherwise its label (SPEC §2). */
export default function LinkToken(props: LinkTokenProps) {
  return props.kind === 'file' ? <FileLink {...props} /> : <PostLink {...props} />
}

function FileLink({ target, label, children }: LinkTokenProps) {
  const { data: file, isPending } = useTarget('file', target)
  if (isPending) return <span className={css.loading}>{texts.loading(label)}</span>
  if (!file) return <span className={css.missing}>{texts.fileNotFound(label)}</span>
  return (
    <a className={css.link} {...waysTo(file)}>
      <KindIcon kind={kindOf(file.file_type)} size={18} className={css.icon} />
      {children ?? (label || file.original_name)}
    </a>
  )
}

const away = { target: '_blank', rel: 'noopener noreferrer' }

/** A link, a PDF and a picture open in a tab of their own; anything else downloads. */
function waysTo(file: ArchiveFile) {
  if (file.source_type === 'url')
    return { href: file.original_url ?? undefined, ...away, rel: 'noopener noreferrer nofollow' }
  const kind = kindOf(file.file_type)
  if (kind === 'pdf') return { href: viewFilePath(file.id), ...away }
  if (kind === 'image') return { href: file.cloudinary_url ?? undefined, ...away }
  return { href: downloadAddress(file) ?? undefined, download: file.original_name }
}

function PostLink({ target, label, children }: LinkTokenProps) {
  const { data: post, isPending } = useTarget('post', target)
  if (isPending) return <span className={css.loading}>{texts.loading(label)}</span>
  if (!post) return <span className={css.missing}>{texts.postNotFound(label)}</span>
  return (
    <Link className={css.link} to={`/blog/${post.id}`}>
      <Icon name="book" size={16} className={css.icon} />
      {children ?? (label || post.title)}
    </Link>
  )
}
