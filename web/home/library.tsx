import css from './home-page.module.css'
import { range } from './seascape.tsx'

/** ΨΥΧΗΣ ΙΑΤΡΕΙΟΝ, 'the place that heals the soul', said to have been written over the shelves of a library in Egypt. */
const letters = {
  Ψ: 'M0 0v4c0 5 10 5 10 0V0M5 0v14',
  Υ: 'm0 0 5 7 5-7M5 7v7',
  Χ: 'm0 0 10 14M10 0 0 14',
  Η: 'M0 0v14M10 0v14M0 7h10',
  Σ: 'M10 0H0l6 7-6 7h10',
  Ι: 'M5 0v14',
  Α: 'M0 14 5 0l5 14M2 9h6',
  Τ: 'M0 0h10M5 0v14',
  Ρ: 'M1 14V0h4c6 0 6 7 0 7H1',
  Ε: 'M9 0H1v14h8M1 7h6',
  Ο: 'M0 7a5 7 0 1 0 10 0A5 7 0 1 0 0 7',
  Ν: 'M0 14V0l10 14V0',
  ' ': '',
}
const inscription = [...'ΨΥΧΗΣ ΙΑΤΡΕΙΟΝ'] as (keyof typeof letters)[]

export function Interior() {
  return (
    <>
      <path fill="var(--stone)" d="M0 0h600v62H0z" />
      <path fill="var(--stone-2)" d="M0 62h600v12H0z" />
      <path className={css.line} d="M0 8h600M0 14h600M0 56h600M0 62h600M0 74h600" />
      <g className={css.line} strokeWidth="1.7">
        {inscription.map((letter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter can occur twice
          <path key={index} d={letters[letter]} transform={`translate(${103 + index * 29} 28)`} />
        ))}
      </g>
      <path fill="var(--stone-2)" d="M0 74h36v450H0zM564 74h36v450h-36z" />
      <path
        className={css.fine}
        opacity=".55"
        d={range(38)
          .map((i) => `M0 ${86 + i * 12}h30m540 0h30`)
          .join('')}
      />
      <Column />
      <g transform="matrix(-1 0 0 1 600 0)">
        <Column />
      </g>
    </>
  )
}

function Column() {
  const flutes = [-25, -18, -9.5, 0, 9.5, 18, 25]
  return (
    <g className={css.line}>
      <path fill="url(#frontispiece-round)" d="M34 120h60l4 372H30z" />
      <path className={css.fine} d={flutes.map((x) => `M${64 + x} 132l${(x * 0.13).toFixed(1)} 352`).join('')} />
      <path
        className={css.fine}
        opacity=".6"
        d={range(27)
          .map((i) => `M84 ${136 + i * 13}l11 4`)
          .join('')}
      />
      <path fill="var(--stone-2)" stroke="none" d="M36 88h56v26H36z" />
      <path
        fill="var(--stone)"
        d="M16 74h96v10H16zM30 120c0-5 2-8 4-8h60c2 0 4 3 4 8zM26 492h76v9H26zM20 501h88v9H20zM12 510h104v14H12z"
      />
      <path
        fill="var(--stone)"
        d="M20 84h88c8 0 12 7 12 14 0 8-6 13-13 13-6 0-11-4-11-9s4-8 8-8H24c4 0 8 3 8 8s-5 9-11 9c-7 0-13-5-13-13 0-7 4-14 12-14z"
      />
      <path d="M21 102a4 4 0 1 1 3-5m83 5a4 4 0 1 0-3-5M40 94c2 12 8 12 10 0m4 0c2 14 18 14 20 0m4 0c2 12 8 12 10 0" />
    </g>
  )
}

/** Centres of the scroll ends in one pigeonhole, as [x, y]: at the bottom, on the floor, on the slopes. */
// biome-ignore format: coordinates in pairs
const heap = [[54, 40], [35, 108], [73, 108], [54, 108], [11, 88], [97, 88], [24, 73], [84, 73], [37, 59], [71, 59], [44, 23], [64, 23],
  [44.5, 91], [63.5, 91], [11, 68], [97, 68], [24, 54], [84, 54], [11, 49], [97, 49], [54, 7], [34, 7], [74, 7], [11, 31], [97, 31]]

export function Shelves() {
  const cells = range(5)
  /** The scroll ends as circles; `shade` picks every other one. */
  const ends = (radius: number, shade?: number) =>
    cells
      .flatMap((cell) =>
        heap
          .filter(
            (_, i) =>
              (i < 10 || (i * 5 + cell * 7) % 8 > 1 + (i > 17 ? 2 : 0)) &&
              (shade === undefined || (i + cell) % 2 === shade),
          )
          .map(
            ([x = 0, y = 0]) =>
              `M${x + cell * 118 + 9 - radius} ${y + 554}a${radius} ${radius} 0 1 0 ${radius * 2} 0 ${radius} ${radius} 0 1 0-${radius * 2} 0`,
          ),
      )
      .join('')
  const laths = (path: string) => cells.map((cell) => `M${cell * 118 + 9} 552${path}`).join('')
  return (
    <>
      <path fill="var(--wood-2)" d="M0 544h600v136H0z" />
      <g className={css.line}>
        <path fill="var(--roll)" d={ends(9, 0)} />
        <path fill="var(--roll-2)" d={ends(9, 1)} />
        <path stroke="var(--writing)" strokeWidth=".9" d={ends(5.5) + ends(2)} />
        <path stroke="var(--wood)" strokeWidth="7" d={laths('l108 120m0-120-108 120')} />
        <path
          strokeWidth=".9"
          d={laths('m4 0 50 56 50-56m-100 120 50-56 50 56m4-116-50 56 50 56m-108-112 50 56-50 56')}
        />
        <path
          fill="var(--wood)"
          d={`M0 672h600v9H0z${range(6)
            .map((i) => `M${i * 118 - 1} 553h10v119h-10z`)
            .join('')}`}
        />
      </g>
    </>
  )
}

/** On the window sill: a lamp, an open papyrus, pen and ink, a jar, scrolls with tags. */
export function Foreground() {
  return (
    <>
      <path fill="var(--stone)" d="M0 522h600v18H0z" />
      <path fill="var(--stone-2)" d="M0 540h600v13H0z" />
      <path className={css.line} d="M0 522h600M0 540h600M0 553h600" />
      <circle cx="160" cy="486" r="120" fill="url(#frontispiece-glow)" />
      <g className={css.line}>
        <path
          fill="var(--wood)"
          d="M128 506c10-8 30-10 44-2 6 3 12-2 18-4l3 5c-5 5-9 11-18 13-16 4-38 3-47-12zM136 519h34l5 5h-44z"
        />
        <path d="M130 506c-10-7-18 1-14 8 3 5 10 5 15 2M148 501c3-4 10-4 13 0M138 511c12 5 26 5 38 0" />
      </g>
      <path fill="var(--fire)" d="M190 501c-6-7 0-12 1-22 7 8 9 16 3 22z" />
      <g className={css.line}>
        <path fill="var(--roll)" d="M226 514c40-7 92-7 144 0l10 34c-54-7-112-7-164 0z" />
        <path
          fill="var(--roll)"
          d="M220 512a8 6 0 0 1 12-3l-7 40a9 7 0 1 1-12-3zM364 509a8 6 0 0 1 12 3l11 34a9 7 0 1 1-12 3z"
        />
      </g>
      <path
        className={css.writing}
        d={range(4)
          .map(
            (i) =>
              `M${240 - i * 2} ${517 + i * 6.5}c14-2 28-3 44-3m${10} 0c18 0 40 1 ${56 + i * 3 - (i === 3 ? 30 : 0)} 3`,
          )
          .join('')}
      />
      <g className={css.line}>
        <path fill="var(--tower-2)" d="M402 506h20l3 18h-26zM404 506v-5h16v5" />
        <path d="M412 503l22-34m-2-1 4 3" />
        <path fill="var(--wood)" d="M448 462h16M450 462v10c-13 5-16 20-9 36l7 14h16l7-14c7-16 4-31-9-36v-10z" />
        <path d="M450 466c-11-2-16 6-10 14m22-14c11-2 16 6 10 14M440 492c10 4 22 4 32 0m-31 6c9 4 21 4 30 0" />
        <path fill="var(--roll)" d="M86 508h34a7 7 0 0 1 0 14H86a7 7 0 0 1 0-14zM84 512a3 3 0 1 0 3 3" />
      </g>
    </>
  )
}
