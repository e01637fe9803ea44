import { hash, hueOf } from './format/hash.ts'
import css from './signs.module.css'

const motifs = [
  'M12 21v-9.5L6 5m6 6.5L9 4m3 7.5V3.5m0 8L15 4m-3 7.5L18 5M4.5 6.3c4-3.7 11-3.7 15 0', // papyrus
  'M8.8 20.5 10 9.5h4l1.2 11zM7 20.5h10M9.5 9.5v-3h5v3M12 6.5v-3M9.5 14.5h5M4 6l2.5.7M20 6l-2.5.7', // lighthouse
  'M12 3.5 14 10l6.5 2-6.5 2-2 6.5L10 14l-6.5-2L10 10zM6 6l1.5 1.5M18 6l-1.5 1.5M6 18l1.5-1.5M18 18l-1.5-1.5', // star
  'M3 8.5c2-2.3 4-2.3 6 0s4 2.3 6 0 4-2.3 6 0M3 13.5c2-2.3 4-2.3 6 0s4 2.3 6 0 4-2.3 6 0M7 18c1.5-1.5 3-1.5 5 0s3.5 1.5 5 0', // wave
  'M5 3.5h14M6.5 3.5c0 2 1 3 2.5 3h6c1.5 0 2.5-1 2.5-3M9 6.5v11m3-11v11m3-11v11M7 17.5h10M5.5 20.5h13', // column
  'M9.5 3.5h5M10.5 3.5V7C7.5 8.5 6.5 12 8.3 16l2.2 4.5h3l2.2-4.5c1.8-4 .8-7.5-2.2-9V3.5M10.5 5C7 4.3 5.3 7 7 9.7M13.5 5c3.5-.7 5.2 2 3.5 4.7M8 12.5h8', // amphora
  'M4.5 4h3v16h-3zm12 0h3v16h-3zm-9 2h9m-9 12h9M10 9.5h4M10 12h4m-4 2.5h2.5', // scroll
  'M4.5 12a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0M12 7.5l1.7 4.5-1.7 4.5-1.7-4.5zM12 2.5v2m0 15v2M2.5 12h2m15 0h2', // compass
]
const emptyMotif = 'M8 12h8'

type CategoryEmblemProps = {
  /** The category's id; null draws the plain emblem of items without one. */ id: string | null
  size?: number
}

/** A colour and a drawing chosen by the category's id. Decorative: the category's name is next to it. */
export function CategoryEmblem({ id, size = 24 }: CategoryEmblemProps) {
  const motif = id ? motifs[(hash(id) >>> 8) % motifs.length] : emptyMotif
  return (
    <svg
      className={css.emblem}
      style={{ color: id ? hueOf(id) : undefined }}
      width={size}
      height={size}
      viewBox="-4 -4 32 32"
      aria-hidden="true"
    >
      <rect x="-3.5" y="-3.5" width="31" height="31" rx="5" />
      <path d={motif} />
    </svg>
  )
}
