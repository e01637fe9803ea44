import type { Element } from 'hast'
import { type ComponentProps, useContext, useRef, useState } from 'react'
import type { ExtraProps } from 'react-markdown'
import { Icon } from '../ui/icons.tsx'
import { externalHost, urlInfo } from './images/external-images.ts'
import { ImageConsent, InLink } from './images/with-image-consent.tsx'
import css from './markdown.module.css'
import { texts } from './texts.ts'

/** External links open in a new tab, without referrer. Without a safe URL only the text is left. */
export function Anchor({ node, href, children, ...props }: ComponentProps<'a'> & ExtraProps) {
  const consent = useContext(ImageConsent)
  const [shownInRound, setShownInRound] = useState<number>()
  const anchor = useRef<HTMLAnchorElement>(null)
  const host = externalImageHost(node)
  const areShown = consent.areShown || shownInRound === consent.round
  const target = href ? urlInfo(href) : undefined
  const external = target &&
    !target.isOwn && { rel: 'noopener noreferrer nofollow', target: target.isWeb ? '_blank' : undefined }
  const link = (
    <a {...props} ref={anchor} href={href || undefined} {...external}>
      <InLink value={{ areShown }}>{children}</InLink>
    </a>
  )
  if (!host) return link
  function showImage() {
    setShownInRound(consent.round)
    anchor.current?.focus() // the button is removed
  }
  // A link can't contain a button: the button that loads its image is next to it.
  return (
    <span className={areShown ? undefined : css.linkWithButton}>
      {link}
      {!areShown && (
        <button type="button" className={css.showImage} aria-label={texts.seeImage(host)} onClick={showImage}>
          <Icon name="eye" size={16} />
        </button>
      )}
    </span>
  )
}

function externalImageHost(node: Element | undefined): string | undefined {
  for (const child of node?.children ?? []) {
    if (child.type !== 'element') continue
    const inside = (child.tagName === 'img' && externalHost(child.properties.src)) || externalImageHost(child)
    if (inside) return inside
  }
}
