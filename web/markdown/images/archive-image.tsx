import type { Element, Root, RootContent } from 'hast'
import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import { limits } from '../../../contract/limits.ts'
import { walk } from '../../../contract/markdown/plugins/tree.ts'
import { cx } from '../../ui/cx.ts'
import { useRetries } from '../../ui/hooks/use-retries.ts'
import { type FoundImage, LinkToken } from '../link-token.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import { boxOf, frameOf, type ImagePlace } from './image-frame.ts'
import { LoadedImage } from './loaded-image.tsx'

export interface ArchiveImageProps {
  /** Hexadecimal, but not necessarily an id. */
  target: string
  alt?: string
  title?: string
  place: ImagePlace
}

/** An image of the archive, `![alt](file:ID)`. Its original isn't loaded before it is pressed. */
export function ArchiveImage({ target, alt = '', title, place }: ArchiveImageProps) {
  const look = { alt, title, place }
  return (
    <LinkToken
      kind="file"
      target={target}
      label={alt}
      image={(found) => (found ? <FoundArchiveImage {...look} {...found} /> : <AwaitedImage {...look} />)}
    />
  )
}

type Look = Required<Pick<ArchiveImageProps, 'alt' | 'place'>> & Pick<ArchiveImageProps, 'title'>

const AwaitedImage = ({ alt, place }: Look) => (
  <span
    role="img"
    aria-label={alt || texts.image}
    aria-busy
    className={cx(frameOf(place), css.awaited)}
    style={boxOf(place)}
  />
)

function FoundArchiveImage({ file: found, reload, ...look }: Look & FoundImage) {
  const { source: file, fail, ...retries } = useRetries(found)
  const { thumb_url, screen_url, width, height } = file
  const original = file.cloudinary_url ?? undefined
  const size = width && height ? { width, height } : undefined
  const isLong = size && Math.max(size.width, size.height) > limits.longImageRatio * Math.min(size.width, size.height)
  const src = screen_url ?? thumb_url ?? ''
  const viewed = screen_url ?? original ?? src

  async function reloadFile() {
    const now = await reload()
    return now?.screen_url ?? now?.cloudinary_url ?? viewed
  }

  return (
    <LoadedImage
      {...look}
      src={src}
      takesFocus={false}
      archived={{
        thumb: screen_url && !isLong ? thumb_url : null,
        original: original ?? src,
        viewed,
        enlarged: screen_url && isShownEverywhere(file.file_type) ? original : undefined,
        size,
        reload: reloadFile,
        ...retries,
        fail: () => {
          fail()
          void reload()
        },
      }}
    />
  )
}

const file = /^file:([0-9a-f]+)$/i

/** Rehype plugin: images of `file:ID` become elements that resolve it; those that follow each other become a grid. */
export function archiveImages() {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'element' || node.tagName !== 'img') continue
      const { src, alt, title, dataAlone } = node.properties
      const [, target = ''] = file.exec(String(src ?? '')) ?? []
      if (!target) continue
      node.tagName = 'archive-image'
      node.properties = { target: target.toLowerCase(), alt: alt ?? '', title, place: dataAlone ? 'alone' : 'inline' }
    }
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      const images = imagesOf(node)
      if (node.type !== 'element' || images.length === 0) continue
      let end = index + 1
      for (; end < parent.children.length; end++) {
        const next = parent.children[end] as RootContent
        const more = imagesOf(next)
        if (more.length === 0 && !isBlank(next)) break
        images.push(...more)
      }
      if (images.length === 1) continue
      for (const image of images) image.properties.place = 'grid'
      node.properties.className = ['images']
      node.children = images
      parent.children.splice(index + 1, end - index - 1)
    }
  }
}

const isBlank = (node: RootContent) =>
  (node.type === 'text' && !node.value.trim()) || (node.type === 'element' && node.tagName === 'br')

const isArchiveImage = (node: RootContent): node is Element =>
  node.type === 'element' && node.tagName === 'archive-image'

/** The images of a paragraph without anything else. */
function imagesOf(node: RootContent): Element[] {
  if (node.type !== 'element' || node.tagName !== 'p') return []
  const content = node.children.filter((child) => !isBlank(child))
  return content.every(isArchiveImage) ? content : []
}
