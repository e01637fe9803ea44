import type { Ref } from 'react'
import { cx } from '../ui/cx.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './markdown.module.css'
import { PictureWords } from './picture-words.tsx'
import { texts } from './texts.ts'

interface Props {
  src: string
  alt: string
  title?: string
  host?: string
  isAlone: boolean
  isInLink: boolean
  /** Without it there is no use in asking again. */
  onRetry?: () => void
  /** Is given what can be pressed instead of the picture. */
  focusRef: Ref<HTMLButtonElement & HTMLAnchorElement>
}

/** A picture that didn't come: pressed to ask for it again, with a way to where it is. */
export function FailedPhoto({ src, alt, title, host, isAlone, isInLink, onRetry, focusRef }: Props) {
  const from = host ? `${texts.imageOf(host)} — ` : ''
  const shape = cx(css.picture, isAlone && css.alone)
  const address = { href: src, target: '_blank', rel: 'noopener noreferrer nofollow' }
  if (isInLink)
    return (
      <span className={shape}>
        <PictureWords alt={alt} hint={`${from}${texts.imageFailed}`} />
      </span>
    )
  if (!onRetry)
    return (
      <a ref={focusRef} className={shape} title={title} {...address}>
        <PictureWords alt={alt} hint={`${from}${texts.imageFailed}, ${texts.openImage}`} />
      </a>
    )
  return (
    <span className={cx(css.failed, isAlone && css.failedAlone)}>
      <button ref={focusRef} type="button" className={shape} title={title} onClick={onRetry}>
        <PictureWords alt={alt} hint={`${from}${texts.imageFailed}, ${texts.tryAgain}`} />
      </button>
      <a className={css.elsewhere} {...address}>
        <VisuallyHidden>
          {alt || texts.image}: {texts.imageFailed},{' '}
        </VisuallyHidden>
        {texts.openImage}
      </a>
    </span>
  )
}
