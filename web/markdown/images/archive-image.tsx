import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import { limits } from '../../../contract/limits.ts'
import { cx } from '../../ui/cx.ts'
import { useRetries } from '../../ui/hooks/use-retries.ts'
import { type FoundImage, LinkToken } from '../link-token.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import type { ImagePlace } from './archive-images.ts'
import { boxOf, frameOf } from './image-frame.ts'
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
