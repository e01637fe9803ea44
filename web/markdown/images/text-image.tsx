import { type ComponentProps, useContext, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import { urlInfo } from './external-images.ts'
import { ImagePlaceholder } from './image-placeholder.tsx'
import { LoadedImage } from './loaded-image.tsx'
import { ImageConsent, InLink } from './with-image-consent.tsx'

type TextImageProps = ComponentProps<'img'> & { 'data-alone'?: boolean }

/**
 * Our own images are shown. Loading an image reveals the reader and the time to its host, so images of other hosts are
 * loaded on request: one by one, or all of the text.
 */
export function TextImage({ src, alt = '', title, 'data-alone': isAlone = false }: TextImageProps) {
  const link = useContext(InLink)
  const consent = useContext(ImageConsent)
  const [shownInRound, setShownInRound] = useState<number>()
  const shape = cx(css.placeholder, isAlone && css.alone)
  if (!src)
    return (
      <span className={shape}>
        <ImagePlaceholder alt={alt} />
      </span>
    )

  const { isOwn, isSecure, host } = urlInfo(src)
  const wasPressed = shownInRound === consent.round
  const isRequested = consent.areShown || link?.areShown || wasPressed
  if (isOwn || (isSecure && isRequested))
    return (
      <LoadedImage
        src={src}
        alt={alt}
        title={title}
        host={isOwn ? undefined : host}
        place={isAlone ? 'alone' : 'inline'}
        takesFocus={wasPressed}
      />
    )
  if (link)
    return (
      <span className={shape}>
        <ImagePlaceholder alt={alt} hint={texts.imageOf(host)} />
      </span>
    )
  if (!isSecure)
    return (
      <a className={shape} href={src} title={title} target="_blank" rel="noopener noreferrer nofollow">
        <ImagePlaceholder alt={alt} hint={`${texts.imageOf(host)} — ${texts.openImage}`} />
      </a>
    )
  return (
    <button type="button" className={shape} title={title} onClick={() => setShownInRound(consent.round)}>
      <ImagePlaceholder alt={alt} hint={`${texts.imageOf(host)} — ${texts.tapToSee}`} />
    </button>
  )
}
