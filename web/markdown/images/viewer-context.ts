import { createContext } from 'react'

/** Opens the image viewer at the image in `frame`. */
export const ImageViewerContext = createContext<(frame: HTMLElement) => void>(() => {})

export interface ViewerImage {
  src: string
  alt: string
  title: string | undefined
  /** Shown when the image is enlarged. */
  original: string | undefined
  /** Finds the address again. */
  reload: () => Promise<string>
}

const offered = new WeakMap<Element, ViewerImage>()

/** The image that the viewer shows for a frame. */
export const offerImage = (frame: Element, image: ViewerImage) => void offered.set(frame, image)

export const imagesIn = (frames: Iterable<Element>) => [...frames].flatMap((frame) => offered.get(frame) ?? [])
