import { type ComponentProps, type ReactNode, useContext, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons.tsx'
import { InLink } from './in-link.ts'
import css from './markdown.module.css'
import { placeOf } from './safe-url.ts'
import { texts } from './texts.ts'

type PictureProps = ComponentProps<'img'> & { 'data-alone'?: boolean }

/**
 * Our own images are shown. Images of other hosts would tell them who reads what and when: they are loaded when
 * somebody asks for them. One that can't be loaded becomes a link to where it is.
 */
export function Picture({ src, alt = '', title, 'data-alone': isAlone }: PictureProps) {
  const link = useContext(InLink)
  const [isAsked, ask] = useState(false)
  const [hasFailed, fail] = useState(false)
  const shape = cx(css.picture, isAlone && css.alone)
  if (!src) return <Card className={shape} alt={alt} />

  const { isOwn, isSecure, host } = placeOf(src)
  const isShown = isOwn || (isSecure && (isAsked || link?.areShown))
  if (isShown && !hasFailed) {
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: failing to load is no interaction
    return <img src={src} alt={alt} title={title} loading="lazy" decoding="async" onError={() => fail(true)} />
  }
  if (link) return <Card className={shape} alt={alt} hint={texts.imageOf(host)} />
  if (isSecure && !hasFailed && !isOwn) {
    return (
      <button type="button" className={shape} title={title} onClick={() => ask(true)}>
        <Words alt={alt} hint={`${texts.imageOf(host)} — ${texts.tapToSee}`} />
      </button>
    )
  }
  const hint = `${texts.imageOf(host)} — ${hasFailed ? texts.imageFailed : texts.openImage}`
  return (
    <a className={shape} href={src} title={title} target="_blank" rel="noopener noreferrer nofollow">
      <Words alt={alt} hint={hint} />
    </a>
  )
}

function Card({ className, alt, hint }: { className: string; alt: string; hint?: string }): ReactNode {
  return (
    <span className={className}>
      <Words alt={alt} hint={hint} />
    </span>
  )
}

function Words({ alt, hint }: { alt: string; hint?: string }) {
  return (
    <>
      <Icon name="image" size={16} />
      <span>{alt || (hint ? '' : texts.image)}</span>
      {hint && <span className={css.hint}>{hint}</span>}
    </>
  )
}
