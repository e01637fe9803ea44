import css from './home-page.module.css'
import { range } from './range.ts'

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
