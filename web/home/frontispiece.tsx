import css from './home-page.module.css'
import { Foreground, Interior, Shelves } from './library.tsx'
import { Pharos, Seascape } from './seascape.tsx'

/** The view from the Library: by day in the light theme, by the fire of the Pharos in the dark one. */
export function Frontispiece({ label }: { label: string }) {
  return (
    <svg
      className={css.engraving}
      viewBox="0 0 600 680"
      preserveAspectRatio="xMidYMin slice"
      role="img"
      aria-label={label}
    >
      <defs>
        <linearGradient id="frontispiece-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-1)" />
          <stop offset="1" stopColor="var(--sky-2)" />
        </linearGradient>
        <linearGradient id="frontispiece-sea" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sea)" />
          <stop offset="1" stopColor="var(--sea-2)" />
        </linearGradient>
        <linearGradient id="frontispiece-east">
          <stop offset="0" stopColor="var(--beam)" stopOpacity=".6" />
          <stop offset="1" stopColor="var(--beam)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="frontispiece-west" x1="1" x2="0">
          <stop offset="0" stopColor="var(--beam)" stopOpacity=".6" />
          <stop offset="1" stopColor="var(--beam)" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="frontispiece-glow">
          <stop offset="0" stopColor="var(--beam)" stopOpacity=".5" />
          <stop offset="1" stopColor="var(--beam)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="frontispiece-round">
          <stop offset="0" stopColor="var(--stone-2)" />
          <stop offset=".3" stopColor="var(--stone)" />
          <stop offset="1" stopColor="var(--stone-2)" />
        </linearGradient>
      </defs>
      <Seascape />
      <Pharos />
      <Interior />
      <Shelves />
      <Foreground />
    </svg>
  )
}
