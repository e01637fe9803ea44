import { randomNumbers } from '../../../tools/random.ts'
import { blur, draw, fade, glints, glow, grain, round, type Scene, stars, times } from '../drawing.ts'
import { ship } from './ship.ts'

const width = 1600
const height = 1200

function pharos(x: number, foot: number, lit: string, dark: string) {
  const stage = (half: number, top: number, bottom: number, narrow: number) =>
    `<path d="M${x - half} ${bottom}L${x - half + narrow} ${top}H${x}V${bottom}z" fill="${lit}"/><path d="M${x} ${bottom}V${top}H${x + half - narrow}L${x + half} ${bottom}z" fill="${dark}"/><path d="M${x - half + narrow - 10} ${top}h${(half - narrow + 10) * 2}v-14h-${(half - narrow + 10) * 2}z" fill="${dark}"/>`
  const windows = times(
    7,
    (row) =>
      `<path d="M${x - 38} ${foot - 80 - row * 52}h10v-18q-5-8-10 0zM${x + 26} ${foot - 80 - row * 52}h10v-18q-5-8-10 0z" fill="#20222e" opacity=".55"/>`,
  )
  return `${stage(120, foot - 50, foot, 4)}${stage(88, foot - 450, foot - 50, 16)}${windows}${stage(52, foot - 610, foot - 464, 8)}${stage(26, foot - 690, foot - 624, 3)}<path d="M${x - 20} ${foot - 704}v-40h6v40zM${x + 14} ${foot - 704}v-40h6v40zM${x - 30} ${foot - 744}h60l-30-34z" fill="${dark}"/>`
}

export function lighthouse(): Scene {
  const [x, foot, sea] = [1060, 850, 800]
  const next = randomNumbers(7)
  const cloud = (cy: number, colour: string) => {
    const [cx, long] = [next() * width, 160 + next() * 320]
    return `<ellipse cx="${round(cx)}" cy="${cy}" rx="${round(long)}" ry="${round(5 + next() * 12)}" fill="${colour}" opacity="${round(0.25 + next() * 0.4)}" filter="url(#soft)"/>`
  }
  return draw(
    width,
    height,
    `<defs>${fade('sky', [
      [0, '#12233f'],
      [0.35, '#3b4470'],
      [0.6, '#9a5a66'],
      [0.78, '#d9805a'],
      [0.92, '#f0b878'],
      [1, '#f6dca0'],
    ])}${fade('sea', [
      [0, '#d9906a'],
      [0.12, '#8a5d6e'],
      [0.45, '#2e4468'],
      [1, '#0e1c33'],
    ])}${glow('sun', [
      [0, '#fff3cf'],
      [0.12, '#fbe0a0', 0.95],
      [0.4, '#f0a868', 0.4],
      [1, '#f0a868', 0],
    ])}${glow('fire', [
      [0, '#fff3cf'],
      [0.15, '#f9cf78', 0.9],
      [0.5, '#f09a58', 0.3],
      [1, '#f09a58', 0],
    ])}${fade(
      'beam',
      [
        [0, '#f9dfa0', 0],
        [1, '#f9dfa0', 0.55],
      ],
      true,
    )}${blur('soft', 7)}${blur('mist', 2)}</defs>`,
    `<rect width="${width}" height="${sea}" fill="url(#sky)"/>`,
    stars(110, width, 430, 3),
    times(14, (index) => cloud(440 + index * 24, index % 3 ? '#c9706a' : '#f6c890')),
    `<circle cx="430" cy="${sea - 14}" r="420" fill="url(#sun)"/><circle cx="430" cy="${sea - 14}" r="66" fill="#fff0c4"/>`,
    `<path d="M0 ${sea}V${sea - 26}q120-26 210-8t190 4q140-18 240 6t160 24z" fill="#5d4660" opacity=".8"/>`,
    `<rect y="${sea}" width="${width}" height="${height - sea}" fill="url(#sea)"/>`,
    glints(230, { top: sea + 4, bottom: height, middle: 430, spread: 300 }, '#fbdc9c', 11),
    glints(90, { top: sea + 70, bottom: height, middle: x, spread: 150 }, '#f9c478', 12),
    glints(160, { top: sea + 10, bottom: height, middle: 800, spread: 1400 }, '#7f8fb0', 13),
    `<path d="M${x - 16} 132L0 20v200z" fill="url(#beam)" filter="url(#mist)"/>`,
    `<path d="M${width} 300L${x + 16} 128l540-60z" fill="#f9dfa0" opacity=".14" filter="url(#mist)"/>`,
    pharos(x, foot, '#b07a64', '#4a3a50'),
    `<circle cx="${x}" cy="128" r="190" fill="url(#fire)"/><path d="M${x - 12} 146q-8-18 6-30q2-14 8-22q4 14 12 24q6 14-2 28z" fill="#fff3cf"/>`,
    `<path d="M640 880q80-52 180-48q60-30 140-22h210q110 4 170 36q120 4 190 34q-180 26-420 24t-470-24z" fill="#2b2438"/>`,
    `<path d="M700 880q220-26 430-20t340 20q-150 22-400 20t-370-20z" fill="#1b1a2b" opacity=".8"/>`,
    times(9, (index) => `<path d="M${1255 + index * 25} 852v-${30 + ((index * 7) % 12)}h18v60h-18z" fill="#33293f"/>`),
    ship(230, 960, 1.5, '#1c1b2c'),
    ship(640, 850, 0.42, '#3c3248'),
    ship(560, 836, 0.3, '#4c3a50'),
    `<path d="M0 ${height}v-70q150-60 330-30t330 56q160 20 300 44z" fill="#0a1220"/>`,
    times(
      26,
      (index) =>
        `<path d="M${20 + index * 15} ${1150 - ((index * 37) % 26)}q${(index % 3) * 8 - 8}-30 ${(index % 5) * 7 - 14}-64" stroke="#0a1220" stroke-width="4" fill="none"/>`,
    ),
    grain('0.9', 0.16, [1, 0.95, 0.85]),
  )
}
