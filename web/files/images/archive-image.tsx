import { useEffect, useRef, useState } from 'react'
import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { useKeepFocus } from '../../ui/hooks/use-keep-focus.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useRefetchFile } from '../api.ts'
import { texts } from '../texts.ts'
import css from './archive-image.module.css'

interface Props {
  file: ArchiveFile
  /** Preloaded after this image is shown. */
  neighbours: (ArchiveFile | undefined)[]
}

type Phase = 'loading' | 'shown' | 'failed' | 'retrying'

export function ArchiveImage({ file, neighbours }: Props) {
  const [address, setAddress] = useState(file.screen_url ?? file.cloudinary_url ?? '')
  /** Shown when the image is enlarged. */
  const [original] = useState(file.screen_url && isShownEverywhere(file.file_type) ? file.cloudinary_url : null)
  const [phase, setPhase] = useState<Phase>('loading')
  const refetchFile = useRefetchFile()
  const ahead = neighbours.map((neighbour) => neighbour?.screen_url ?? '').join(' ')

  useEffect(() => {
    if (phase !== 'shown') return
    for (const next of ahead.split(' ').filter(Boolean)) new Image().src = next
  }, [phase, ahead])

  async function retry() {
    setPhase('retrying')
    try {
      const { screen_url, cloudinary_url } = await refetchFile(file.id)
      const refetched = screen_url ?? cloudinary_url ?? ''
      // the browser doesn't request the same address again
      setAddress(refetched === address ? `${refetched}#${Date.now()}` : refetched)
      setPhase('loading')
    } catch {
      setPhase('failed')
    }
  }

  if (phase === 'failed' || phase === 'retrying')
    return <LoadFailure isRetrying={phase === 'retrying'} onRetry={() => void retry()} />
  return (
    <>
      {phase === 'loading' && (
        <p role="status" className={css.loading}>
          {texts.loadingImage}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading is no interaction */}
      <img
        key={address}
        className={css.image}
        data-shown={phase === 'shown' || undefined}
        data-original={original ?? undefined}
        src={address}
        alt={file.original_name}
        decoding="async"
        onLoad={() => setPhase('shown')}
        onError={() => setPhase('failed')}
      />
    </>
  )
}

function LoadFailure({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  const root = useRef<HTMLDivElement>(null)
  useKeepFocus(root)
  return (
    <div ref={root}>
      <ErrorNote onRetry={onRetry} busy={isRetrying} retryLabel={texts.retry}>
        {texts.imageFailed}
      </ErrorNote>
    </div>
  )
}
