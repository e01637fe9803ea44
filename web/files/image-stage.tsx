import { type MouseEvent, useEffect, useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { useFreshFile } from './api.ts'
import css from './image-stage.module.css'
import { texts } from './texts.ts'

interface Props {
  file: ArchiveFile
  /** What is likely to be looked at next; loaded once this one is there. */
  neighbours: (ArchiveFile | undefined)[]
  /** A click beside the picture. */
  onLeave: () => void
}

type Phase = 'loading' | 'shown' | 'failed' | 'asking'

/** One picture as large as the room allows, and what is said while it comes or when it doesn't. */
export function ImageStage({ file, neighbours, onLeave }: Props) {
  const [address, setAddress] = useState(file.screen_url ?? file.cloudinary_url ?? '')
  const [phase, setPhase] = useState<Phase>('loading')
  const freshFile = useFreshFile()
  const ahead = neighbours.map((one) => one?.screen_url ?? '').join(' ')

  useEffect(() => {
    if (phase !== 'shown') return
    for (const next of ahead.split(' ').filter(Boolean)) new Image().src = next
  }, [phase, ahead])

  async function retry() {
    setPhase('asking')
    try {
      const { screen_url, cloudinary_url } = await freshFile(file.id)
      const fresh = screen_url ?? cloudinary_url ?? ''
      // the same address would not be asked for again by itself
      setAddress(fresh === address ? `${fresh}#${Date.now()}` : fresh)
      setPhase('loading')
    } catch {
      setPhase('failed')
    }
  }

  const leave = (event: MouseEvent) => event.target === event.currentTarget && onLeave()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the button do the same
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape and the button do the same
    <div className={css.room} onClick={leave}>
      {phase === 'loading' && (
        <p role="status" className={css.loading}>
          {texts.loadingImage}
        </p>
      )}
      {phase === 'failed' || phase === 'asking' ? (
        <ErrorNote onRetry={() => void retry()} busy={phase === 'asking'} retryLabel={texts.retry}>
          {texts.imageFailed}
        </ErrorNote>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading is no interaction
        <img
          key={address}
          className={css.picture}
          data-shown={phase === 'shown' || undefined}
          src={address}
          alt={file.original_name}
          decoding="async"
          onLoad={() => setPhase('shown')}
          onError={() => setPhase('failed')}
        />
      )}
    </div>
  )
}
