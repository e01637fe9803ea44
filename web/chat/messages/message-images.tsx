import type { MouseEvent } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { Thumbnail } from '../../files/images/thumbnail.tsx'
import { useOpenedFile } from '../../files/use-opened-file.tsx'
import { useTarget } from '../../links/resolve-links.ts'
import { texts } from '../texts.ts'
import css from './message.module.css'

/** Further images are links in the text. */
const maxShown = 4

export function MessageImages({ files }: { files: { target: string; label: string }[] }) {
  const { open, viewer } = useOpenedFile()
  const distinct = [...new Map(files.map((file) => [file.target, file])).values()].slice(0, maxShown)
  return (
    <div className={`wrap gap-2 ${css.images}`}>
      {distinct.map(({ target, label }) => (
        <MessageImage
          key={target}
          target={target}
          label={label}
          onOpen={(file) => open('image', file.category_id ?? 'none')(file)}
        />
      ))}
      {viewer}
    </div>
  )
}

interface ImageProps {
  target: string
  label: string
  onOpen: (file: ArchiveFile) => void
}

/** Opens in the viewer, or as a link does in a new tab. The box has its size before the image loads, so that nothing moves. */
function MessageImage({ target, label, onOpen }: ImageProps) {
  const { data: file } = useTarget('file', target)
  if (!file?.thumb_url) return null
  const name = `${texts.image}: ${label || file.original_name}`

  function view(event: MouseEvent) {
    if (!file || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(file)
  }

  return (
    <a
      className={css.image}
      href={file.cloudinary_url ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      onClick={view}
    >
      <Thumbnail address={file.thumb_url} alt={name} />
    </a>
  )
}
