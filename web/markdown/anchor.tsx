import type { Element } from 'hast'
import { type ComponentProps, useState } from 'react'
import type { ExtraProps } from 'react-markdown'
import { Icon } from '../ui/icons.tsx'
import { InLink } from './in-link.ts'
import css from './markdown.module.css'
import { placeOf, safeUrl } from './safe-url.ts'
import { texts } from './texts.ts'

/**
 * Our own addresses open in this tab, others in a new one that learns nothing of us. An emptied address leaves the
 * words.
 */
export function Anchor({ node, href, children, ...props }: ComponentProps<'a'> & ExtraProps) {
  const [areShown, show] = useState(false)
  const host = foreignImageHost(node)
  const place = href ? placeOf(href) : undefined
  const elsewhere = place &&
    !place.isOwn && { rel: 'noopener noreferrer nofollow', target: place.isWeb ? '_blank' : undefined }
  const link = (
    <a {...props} href={href || undefined} {...elsewhere}>
      <InLink value={{ areShown }}>{children}</InLink>
    </a>
  )
  if (!host || areShown) return link
  // A button can't stand in a link: the one that loads the link's image stands beside it.
  return (
    <span className={css.pair}>
      {link}
      <button type="button" className={css.see} aria-label={texts.seeImage(host)} onClick={() => show(true)}>
        <Icon name="eye" size={16} />
      </button>
    </span>
  )
}

function foreignImageHost(node: Element | undefined): string | undefined {
  for (const child of node?.children ?? []) {
    if (child.type !== 'element') continue
    const src = child.tagName === 'img' && safeUrl(String(child.properties.src ?? ''))
    const place = src ? placeOf(src) : undefined
    if (place && !place.isOwn && place.isSecure) return place.host
    const inside = foreignImageHost(child)
    if (inside) return inside
  }
}
