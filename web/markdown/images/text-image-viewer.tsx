import { useState } from 'react'
import { isImageName } from '../../../contract/content/link-tokens.ts'
import { ImageViewer } from '../../ui/image-viewer/image-viewer.tsx'
import { ViewedImage } from '../../ui/image-viewer/viewed-image.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import type { ViewerImage } from './viewer-context.ts'

interface Props {
  images: ViewerImage[]
  first: number
  /** Receives the focus after closing. */
  frame: HTMLElement
  open: boolean
  onClose: () => void
  onClosed: () => void
}

export default function TextImageViewer({ images, first, frame, ...dialog }: Props) {
  const [index, setIndex] = useState(first)
  const count = images.length
  const image = images[index]
  const caption = image && !isImageName(image.alt) ? image.alt || image.title : image?.title
  return (
    <ImageViewer
      {...dialog}
      title={texts.textImages}
      hidesTitle
      position={texts.position(index + 1, count)}
      index={index}
      count={count}
      onStep={(by) => setIndex(Math.min(Math.max(index + by, 0), count - 1))}
      opener={frame}
      footer={
        caption && (
          // screen readers read it as the image's alternative text
          <p className={css.caption} aria-hidden={Boolean(image?.alt)}>
            {caption}
          </p>
        )
      }
    >
      {image && <ViewedImage key={index} {...image} ahead={[images[index + 1]?.src, images[index - 1]?.src]} />}
    </ImageViewer>
  )
}
