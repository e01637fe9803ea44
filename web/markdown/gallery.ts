import { createContext } from 'react'

/** Opens the picture in a frame of the text large, among the others of the text. */
export const Gallery = createContext<(frame: HTMLElement) => void>(() => {})

export interface LargePicture {
  src: string
  alt: string
  title: string
}

/** The pictures in frames, in their order in the text: those that are loaded now and can be opened. */
export function picturesIn(frames: Iterable<Element>): LargePicture[] {
  return [...frames].flatMap((frame) => {
    const image = frame.querySelector('img')
    return image ? [{ src: image.src, alt: image.alt, title: image.title }] : []
  })
}
