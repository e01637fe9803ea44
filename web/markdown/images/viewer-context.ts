import { createContext } from 'react'

/** Opens the image viewer at the image in `frame`. */
export const ImageViewerContext = createContext<(frame: HTMLElement) => void>(() => {})

export interface ViewerImage {
  src: string
  alt: string
  title: string
}

export function imagesIn(frames: Iterable<Element>): ViewerImage[] {
  return [...frames].flatMap((frame) => {
    const image = frame.querySelector('img')
    return image ? [{ src: image.src, alt: image.alt, title: image.title }] : []
  })
}
