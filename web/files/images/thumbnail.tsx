import type { FileKind } from '../../../contract/content/file-kinds.ts'
import { cx } from '../../ui/cx.ts'
import css from '../../ui/file-kind/file-kind.module.css'
import { KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import { useRetries } from '../../ui/hooks/use-retries.ts'

interface Props {
  address: string
  kind?: FileKind
  alt?: string
  className?: string | undefined
}

/** Fills its positioned parent. */
export function Thumbnail({ address, kind = 'image', alt = '', className }: Props) {
  const { source, isWaiting, fail } = useRetries(address)
  if (isWaiting) return <KindIcon kind={kind} size={64} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: failing to load is no interaction
    <img
      className={cx(css.thumbnail, className)}
      src={source}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={fail}
    />
  )
}
