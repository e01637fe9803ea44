import type { Ref } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'

export function ImagePlaceholder({ alt, hint }: { alt: string; hint?: string }) {
  return (
    <>
      <Icon name="image" size={16} />
      <span>{alt || (hint ? '' : texts.image)}</span>
      {hint && <span className="faint">{hint}</span>}
    </>
  )
}

interface Props {
  src: string
  alt: string
  title?: string
  host?: string
  isAlone: boolean
  isInLink: boolean
  /** Undefined after the last attempt. */
  onRetry?: () => void
  /** The element that takes over the image's focus. */
  focusRef: Ref<HTMLButtonElement & HTMLAnchorElement>
}

export function FailedImage({ src, alt, title, host, isAlone, isInLink, onRetry, focusRef }: Props) {
  const source = host ? `${texts.imageOf(host)} — ` : ''
  const shape = cx(css.placeholder, isAlone && css.alone)
  const address = { href: src, target: '_blank', rel: 'noopener noreferrer nofollow' }
  if (isInLink)
    return (
      <span className={shape}>
        <ImagePlaceholder alt={alt} hint={`${source}${texts.imageFailed}`} />
      </span>
    )
  if (!onRetry)
    return (
      <a ref={focusRef} className={shape} title={title} {...address}>
        <ImagePlaceholder alt={alt} hint={`${source}${texts.imageFailed}, ${texts.openImage}`} />
      </a>
    )
  return (
    <span className={cx(css.failed, isAlone && css.failedAlone)}>
      <button ref={focusRef} type="button" className={shape} title={title} onClick={onRetry}>
        <ImagePlaceholder alt={alt} hint={`${source}${texts.imageFailed}, ${texts.tryAgain}`} />
      </button>
      <a className={css.openElsewhere} {...address}>
        <span className="visually-hidden">
          {alt || texts.image}: {texts.imageFailed},{' '}
        </span>
        {texts.openImage}
      </a>
    </span>
  )
}
