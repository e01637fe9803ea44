import { randomNumbers } from '../../../tools/random.ts'
import { blur, draw, fade, glints, glow, grain, round, type Scene, stars, times } from '../drawing.ts'

const width = 1600
const height = 1200

export function starryNight(): Scene {
  const sea = 820
  const next = randomNumbers(21)
  const milky = times(900, () => {
    const along = next()
    const off = (next() + next() + next() + next() - 2) * 150
    const [x, y] = [120 + along * 1300 + off * 0.45, 760 - along * 860 + off]
    return y > sea - 20
      ? ''
      : `<circle cx="${round(x)}" cy="${round(y)}" r="${round(0.5 + next() ** 4 * 1.8)}" fill="#e6ecf4" opacity="${round(0.2 + next() * 0.6)}"/>`
  })
  const lyre: [number, number][] = [
    [1120, 170],
    [1172, 238],
    [1110, 262],
    [1096, 372],
    [1160, 350],
  ]
  return draw(
    width,
    height,
    `<defs>${fade('sky', [
      [0, '#070b18'],
      [0.45, '#12233f'],
      [0.8, '#1f4a6b'],
      [1, '#4d7f93'],
    ])}${fade('sea', [
      [0, '#2f6078'],
      [0.2, '#173a55'],
      [1, '#081222'],
    ])}${glow('milk', [
      [0, '#9db8d4', 0.34],
      [0.6, '#6f8fb8', 0.14],
      [1, '#6f8fb8', 0],
    ])}${glow('moon', [
      [0, '#fdf4d8', 0.22],
      [0.4, '#e6d9b0', 0.14],
      [1, '#e6d9b0', 0],
    ])}${glow('lamp', [
      [0, '#ffe2a0'],
      [0.3, '#f0a858', 0.5],
      [1, '#f0a858', 0],
    ])}${blur('soft', 16)}</defs>`,
    `<rect width="${width}" height="${sea}" fill="url(#sky)"/>`,
    `<g transform="rotate(-33 780 330)"><ellipse cx="780" cy="330" rx="980" ry="150" fill="url(#milk)" filter="url(#soft)"/><ellipse cx="820" cy="340" rx="640" ry="60" fill="url(#milk)"/></g>`,
    milky,
    stars(420, width, sea - 10, 5),
    `<path d="M${lyre.map((point) => point.join(' ')).join('L')}L1110 262" fill="none" stroke="#bcd9ee" stroke-width="1.5" opacity=".35"/>`,
    lyre
      .map(
        ([x, y], index) =>
          `<circle cx="${x}" cy="${y}" r="${index ? 4 : 7}" fill="#fdf8ec"/><circle cx="${x}" cy="${y}" r="${index ? 12 : 26}" fill="#bcd9ee" opacity=".18"/>`,
      )
      .join(''),
    `<circle cx="330" cy="330" r="240" fill="url(#moon)"/><path d="M352 258a78 78 0 1 0 38 118a66 66 0 1 1-38-118z" fill="#fdf4d8"/>`,
    `<path d="M1240 120l160 34" stroke="#fdf8ec" stroke-width="3" opacity=".7" stroke-linecap="round"/>`,
    `<rect y="${sea}" width="${width}" height="${height - sea}" fill="url(#sea)"/>`,
    glints(170, { top: sea + 6, bottom: height, middle: 330, spread: 190 }, '#f3e6bd', 31),
    glints(260, { top: sea + 6, bottom: height, middle: 800, spread: 1500 }, '#7fb0c4', 32),
    `<path d="M0 ${sea + 4}v-34q90-42 170-26t150-22q90-18 150 14t150 22q80 18 170 46z" fill="#0d1a2c"/>`,
    `<path d="M${width} ${sea + 6}v-110q-90-24-150 6t-130 36q-70 14-120 42t-110 26z" fill="#0b1626"/>`,
    times(
      12,
      (index) =>
        `<rect x="${1320 + ((index * 53) % 260)}" y="${756 + ((index * 29) % 46)}" width="5" height="7" fill="#f6c878"/>`,
    ),
    `<g transform="translate(860 960)"><path d="M-150 0q16 50 78 56h150q64-8 90-74l-30 16q-140 24-288 2z" fill="#0a111e"/><path d="M-4-4v-220h9v220z" fill="#0a111e"/><path d="M-110-210q116-30 232 0q-14 90-6 150q-108-26-218 0q8-70-8-150z" fill="#22344c"/><path d="M-70-216q-8 80 0 152M8-226q4 80 0 156M84-218q-10 80-4 152" stroke="#172538" stroke-width="4" fill="none"/><circle cx="120" cy="-40" r="70" fill="url(#lamp)"/><circle cx="120" cy="-40" r="7" fill="#fff3cf"/><path d="M-60-2q4-34 18-36t20 34z" fill="#0a111e"/><circle cx="-42" cy="-46" r="11" fill="#0a111e"/></g>`,
    glints(26, { top: 1016, bottom: 1130, middle: 980, spread: 60 }, '#f6c878', 33),
    grain('0.8', 0.14, [0.9, 0.95, 1]),
  )
}
