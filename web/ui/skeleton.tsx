import css from './skeleton.module.css'

type SkeletonProps = {
  /** 'Cargando posts...': read at once by screen readers, seen by everybody when it takes longer. */
  label: string
  shape?: 'cards' | 'lines' | 'rows'
  count?: number
}

/** The shape of what is coming, so that nothing jumps when it arrives. */
export function Skeleton({ label, shape = 'cards', count = 3 }: SkeletonProps) {
  return (
    <div className={css.skeleton}>
      <p role="status" className={css.label}>
        {label}
      </p>
      <div aria-hidden="true" className={css[shape]}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className={css.item} />
        ))}
      </div>
    </div>
  )
}
