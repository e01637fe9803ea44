import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { Gallery, type LargePicture, picturesIn } from './gallery.ts'

const load = () => import('./lightbox.tsx')
const Lightbox = lazy(load)

interface Shown {
  pictures: LargePicture[]
  first: number
  /** Gets the focus back. */
  frame: HTMLElement
  /** Which opening this is: one that comes while the last one fades begins anew all the same. */
  opening: number
}

/** A text whose pictures open large over the window. What that takes is loaded with the first one. */
export function WithGallery({ className, children }: { className: string; children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [shown, show] = useState<Shown>()
  const [isOpen, setOpen] = useState(false)

  const enlarge = useCallback(async (frame: HTMLElement) => {
    const frames = [...(text.current?.querySelectorAll('[data-enlarges]') ?? [])]
    const pictures = picturesIn(frames)
    const first = frames.indexOf(frame)
    try {
      await load()
      show((before) => ({ pictures, first, frame, opening: (before?.opening ?? 0) + 1 }))
      setOpen(true)
    } catch {
      // A newer version was deployed, or the network is gone: a tab of its own can do it too.
      open(pictures[first]?.src, '_blank', 'noopener,noreferrer')
    }
  }, [])

  return (
    <Gallery value={enlarge}>
      <div ref={text} className={className}>
        {children}
      </div>
      {shown && (
        <Suspense fallback={null}>
          <Lightbox
            key={shown.opening}
            {...shown}
            open={isOpen}
            onClose={() => setOpen(false)}
            onClosed={() => show(undefined)}
          />
        </Suspense>
      )}
    </Gallery>
  )
}
