import type { CSSProperties } from 'react'
import { limits } from '../../../contract/limits.ts'
import { cx } from '../../ui/cx.ts'
import css from '../markdown.module.css'

export type ImagePlace = 'alone' | 'grid' | 'inline'

/** Size of a photo, until the image's own size is known. */
const usual = { width: 4000, height: 3000 }

export interface ImageSize {
  width: number
  height: number
}

export const frameOf = (place: ImagePlace) =>
  cx(css.frame, place === 'alone' && css.frameAlone, place === 'grid' && css.inGrid)

const shownWidthOf = ({ width, height }: ImageSize) =>
  Math.min(width, Math.round((limits.textImageHeight * width) / height))

/** The room of an image before it is loaded; all those of a grid have the same. */
export const boxOf = (place: ImagePlace, size: ImageSize = usual): CSSProperties | undefined =>
  place === 'grid' ? undefined : { width: shownWidthOf(size), aspectRatio: `${size.width} / ${size.height}` }

/**
 * For `srcset`, with `sizes` a quarter above the shown ones: browsers would take a version that is too small by as much. For the
 * cells of a phone's grid, of 140 to 200 px, the thumbnail of a photo of 3:4 is enough: with 120 px iPhones take it.
 */
export function sourcesOf(place: ImagePlace, size: ImageSize, { thumb, screen }: Record<'thumb' | 'screen', string>) {
  const widthOf = (side: number) => Math.round(size.width * Math.min(1, side / Math.max(size.width, size.height)))
  return {
    sizes: place === 'grid' ? '(min-width: 48rem) 26rem, 120px' : `min(125vw, ${shownWidthOf(size)}px)`,
    srcSet: `${thumb} ${widthOf(limits.imageSides.thumb)}w, ${screen} ${widthOf(limits.imageSides.screen)}w`,
  }
}
