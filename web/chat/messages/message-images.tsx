import { useState } from 'react'
import { useTarget } from '../../links/resolve-links.ts'
import { texts } from '../texts.ts'
import css from './message.module.css'

/** Further images are links in the text. */
const maxShown = 4

export function MessageImages({ files }: { files: { target: string; label: string }[] }) {
  const distinct = [...new Map(files.map((file) => [file.target, file])).values()].slice(0, maxShown)
  return (
    <div className={css.images}>
      {distinct.map(({ target, label }) => (
        <MessageImage key={target} target={target} label={label} />
      ))}
    </div>
  )
}

/** The box has its size before the image loads, so that nothing moves. */
function MessageImage({ target, label }: { target: string; label: string }) {
  const { data: file } = useTarget('file', target)
  const [failed, setFailed] = useState<string>()
  const thumbnail = file?.thumb_url
  if (!thumbnail || failed === thumbnail) return null
  return (
    <a className={css.image} href={file.cloudinary_url ?? undefined} target="_blank" rel="noopener noreferrer">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: failing to load is no interaction */}
      <img
        src={thumbnail}
        alt={`${texts.image}: ${label || file.original_name}`}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(thumbnail)}
      />
    </a>
  )
}
