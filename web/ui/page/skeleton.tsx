import css from './skeleton.module.css'

type SkeletonProps = {
  /** 'Cargando posts...': announced at once, visible only after a while. */
  label: string
  shape?: 'cards' | 'lines' | 'rows'
  count?: number
}

/** A placeholder in the shape of the content, so that nothing jumps when it arrives. */
export function Skeleton({ label, shape = 'cards', count = 3 }: SkeletonProps) {
  return (
    <div className={css.skeleton}>
      <p role="status" className={css.label}>
        {label}
      </p>
      <div aria-hidden="true" className={css[shape]}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
          <div key={index} className={css.item} />
        ))}
      </div>
    </div>
  )
}
