import { useEffect, useRef, useState } from 'react'
import { useKeepFocus } from '../hooks/use-keep-focus.ts'
import { ErrorNote } from '../page/error-note.tsx'
import css from './image-viewer.module.css'

const texts = {
  loading: 'Cargando imagen...',
  failed: 'Failed to load image',
  retry: 'Retry',
}

interface Props {
  src: string
  alt: string
  /** Shown when the image is enlarged. */
  original?: string | undefined
  /** Addresses that are loaded after this one. */
  ahead: (string | null | undefined)[]
  /** Finds the address again, as signed URLs expire within hours. */
  reload: () => Promise<string>
}

type Phase = 'loading' | 'shown' | 'failed' | 'retrying'

/** The image in the viewer; with the first `src` and `original`, as other ones of the same image would load it again. */
export function ViewedImage(props: Props) {
  const [src, setSrc] = useState(props.src)
  const [original] = useState(props.original)
  const [phase, setPhase] = useState<Phase>('loading')
  const ahead = props.ahead.map((next) => next ?? '').join(' ')

  useEffect(() => {
    if (phase !== 'shown') return
    for (const next of ahead.split(' ').filter(Boolean)) new Image().src = next
  }, [phase, ahead])

  async function retry() {
    setPhase('retrying')
    try {
      const found = await props.reload()
      // the browser doesn't request the same address again
      setSrc(found === src ? `${found}#${Date.now()}` : found)
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
          {texts.loading}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading is no interaction */}
      <img
        key={src}
        className={css.image}
        data-shown={phase === 'shown' || undefined}
        data-original={original}
        src={src}
        alt={props.alt}
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
        {texts.failed}
      </ErrorNote>
    </div>
  )
}
