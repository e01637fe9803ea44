import { type ComponentProps, useContext, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Agreement } from './agreement.ts'
import { InLink } from './in-link.ts'
import css from './markdown.module.css'
import { Photo } from './photo.tsx'
import { PictureWords } from './picture-words.tsx'
import { placeOf } from './safe-url.ts'
import { texts } from './texts.ts'

type PictureProps = ComponentProps<'img'> & { 'data-alone'?: boolean }

/**
 * Our own images are shown. Images of other hosts would tell them who reads what and when: they are loaded when
 * somebody asks for them, or for all of the text.
 */
export function Picture({ src, alt = '', title, 'data-alone': isAlone = false }: PictureProps) {
  const link = useContext(InLink)
  const agreement = useContext(Agreement)
  const [askedIn, askIn] = useState<number>()
  const shape = cx(css.picture, isAlone && css.alone)
  if (!src)
    return (
      <span className={shape}>
        <PictureWords alt={alt} />
      </span>
    )

  const { isOwn, isSecure, host } = placeOf(src)
  const wasPressed = askedIn === agreement.round
  const isAsked = agreement.areShown || link?.areShown || wasPressed
  if (isOwn || (isSecure && isAsked))
    return (
      <Photo
        src={src}
        alt={alt}
        title={title}
        host={isOwn ? undefined : host}
        isAlone={isAlone}
        takesFocus={wasPressed}
      />
    )
  if (link)
    return (
      <span className={shape}>
        <PictureWords alt={alt} hint={texts.imageOf(host)} />
      </span>
    )
  if (!isSecure)
    return (
      <a className={shape} href={src} title={title} target="_blank" rel="noopener noreferrer nofollow">
        <PictureWords alt={alt} hint={`${texts.imageOf(host)} — ${texts.openImage}`} />
      </a>
    )
  return (
    <button type="button" className={shape} title={title} onClick={() => askIn(agreement.round)}>
      <PictureWords alt={alt} hint={`${texts.imageOf(host)} — ${texts.tapToSee}`} />
    </button>
  )
}
