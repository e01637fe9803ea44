import type { Element } from 'hast'
import { type ComponentProps, useContext, useRef, useState } from 'react'
import type { ExtraProps } from 'react-markdown'
import { Icon } from '../ui/icons.tsx'
import { Agreement } from './agreement.ts'
import { foreignHost } from './foreign-images.ts'
import { InLink } from './in-link.ts'
import css from './markdown.module.css'
import { placeOf } from './safe-url.ts'
import { texts } from './texts.ts'

/**
 * Our own addresses open in this tab, others in a new one that learns nothing of us. An emptied address leaves the
 * words.
 */
export function Anchor({ node, href, children, ...props }: ComponentProps<'a'> & ExtraProps) {
  const agreement = useContext(Agreement)
  const [askedIn, askIn] = useState<number>()
  const itself = useRef<HTMLAnchorElement>(null)
  const host = foreignImageHost(node)
  const areShown = agreement.areShown || askedIn === agreement.round
  const place = href ? placeOf(href) : undefined
  const elsewhere = place &&
    !place.isOwn && { rel: 'noopener noreferrer nofollow', target: place.isWeb ? '_blank' : undefined }
  const link = (
    <a {...props} ref={itself} href={href || undefined} {...elsewhere}>
      <InLink value={{ areShown }}>{children}</InLink>
    </a>
  )
  if (!host) return link
  function ask() {
    askIn(agreement.round)
    itself.current?.focus() // the button is gone
  }
  // A button can't stand in a link: the one that loads the link's image stands beside it.
  return (
    <span className={areShown ? undefined : css.pair}>
      {link}
      {!areShown && (
        <button type="button" className={css.see} aria-label={texts.seeImage(host)} onClick={ask}>
          <Icon name="eye" size={16} />
        </button>
      )}
    </span>
  )
}

function foreignImageHost(node: Element | undefined): string | undefined {
  for (const child of node?.children ?? []) {
    if (child.type !== 'element') continue
    const inside = (child.tagName === 'img' && foreignHost(child.properties.src)) || foreignImageHost(child)
    if (inside) return inside
  }
}
