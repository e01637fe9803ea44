import { useState } from 'react'
import { useTarget } from '../links/find.ts'
import css from './message.module.css'
import { texts } from './texts.ts'

/** Pictures of one message that are shown; the others are links in its words. */
const shown = 4

/** The pictures of the archive that a message has tokens of, small. */
export function Pictures({ files }: { files: { target: string; label: string }[] }) {
  const each = [...new Map(files.map((file) => [file.target, file])).values()].slice(0, shown)
  return (
    <div className={css.pictures}>
      {each.map(({ target, label }) => (
        <Picture key={target} target={target} label={label} />
      ))}
    </div>
  )
}

/** In a box that has its size before the picture comes, so that nothing moves. What can't be shown isn't missed. */
function Picture({ target, label }: { target: string; label: string }) {
  const { data: file } = useTarget('file', target)
  const [failed, setFailed] = useState<string>()
  const small = file?.thumb_url
  if (!small || failed === small) return null
  return (
    <a className={css.picture} href={file.cloudinary_url ?? undefined} target="_blank" rel="noopener noreferrer">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: whether it arrived, not what anybody does */}
      <img
        src={small}
        alt={`${texts.picture}: ${label || file.original_name}`}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(small)}
      />
    </a>
  )
}
