import { type ReactNode, useCallback, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import { ImageViewerContext, imagesIn, type ViewerImage } from './viewer-context.ts'

const load = () => import('./text-image-viewer.tsx')
const TextImageViewer = lazyPart(load)

interface Opened {
  images: ViewerImage[]
  first: number
  /** Receives the focus after closing. */
  frame: HTMLElement
  /** React key: opening during the closing transition resets the image viewer. */
  opening: number
}

export function WithImageViewer({ className, children }: { className: string; children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setOpen] = useState(false)

  const enlarge = useCallback(async (frame: HTMLElement) => {
    const frames = [...(text.current?.querySelectorAll('[data-enlarges]') ?? [])]
    const images = imagesIn(frames)
    const first = frames.indexOf(frame)
    try {
      await load()
      setOpened((before) => ({ images, first, frame, opening: (before?.opening ?? 0) + 1 }))
      setOpen(true)
    } catch {
      // offline, or a newer version was deployed: open the image in a new tab instead
      open(images[first]?.src, '_blank', 'noopener,noreferrer')
    }
  }, [])

  return (
    <ImageViewerContext value={enlarge}>
      <div ref={text} className={className}>
        {children}
      </div>
      {opened && (
        <TextImageViewer
          key={opened.opening}
          {...opened}
          open={isOpen}
          onClose={() => setOpen(false)}
          onClosed={() => setOpened(undefined)}
        />
      )}
    </ImageViewerContext>
  )
}
