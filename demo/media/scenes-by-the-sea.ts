import { chance } from './chance.ts'
import { blur, curve, draw, fade, glints, glow, grain, round, type Scene, stars, times } from './drawing.ts'

const width = 1600
const height = 1200

/** A small ship with one sail, seen from the side. */
const ship = (x: number, y: number, scale: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}"><path d="M-60 0q10 26 40 28h50q26-4 36-34l-14 8q-50 8-112-2zM-4-6v-92h5v92z"/><path d="M-46-86q46-12 92 0q12 34-4 62q-42-10-84 0q-14-30-4-62z" opacity=".9"/><path d="M56 2q26-6 16-42" fill="none" stroke="${colour}" stroke-width="7" stroke-linecap="round"/></g>`

/** The Pharos: a square tower, an eight-sided one, a round one, and the fire. */
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
  const next = chance(7)
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

export function starryNight(): Scene {
  const sea = 820
  const next = chance(21)
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

/** Alexandria as a plan: two harbours and the dyke between them, streets at right angles, the lake behind. */
export function map(): Scene {
  const next = chance(44)
  const waves = times(120, () => {
    const [x, y] = [next() * width, next() * 480]
    return `<path d="M${round(x)} ${round(y)}q9-8 18 0t18 0" fill="none" stroke="#175a80" stroke-width="2" opacity=".28"/>`
  })
  const coast: [number, number][] = [
    [-60, 610],
    [120, 590],
    [300, 560],
    [420, 540],
    [520, 560],
    [600, 600],
    [690, 566],
    [742, 548],
    [800, 548],
    [860, 590],
    [960, 640],
    [1080, 640],
    [1180, 590],
    [1240, 500],
    [1290, 440],
    [1336, 470],
    [1330, 560],
    [1440, 590],
    [1660, 560],
  ]
  const isle: [number, number][] = [
    [470, 300],
    [560, 262],
    [660, 268],
    [760, 250],
    [860, 236],
    [960, 258],
    [1040, 300],
    [1080, 344],
    [1030, 350],
    [960, 318],
    [860, 300],
    [760, 312],
    [640, 330],
    [540, 344],
  ]
  const lake: [number, number][] = [
    [-60, 1010],
    [200, 960],
    [460, 980],
    [720, 940],
    [980, 965],
    [1260, 930],
    [1660, 960],
    [1660, 1280],
    [-60, 1280],
  ]
  const land = `${curve(coast)}L1660 1280L-60 1280Z`
  const block = (column: number, row: number) => {
    const [x, y] = [250 + column * 62, 640 + row * 56]
    const isPlace = column === 8 && row === 1
    const tint = ['#e4c9a0', '#dcbb90', '#e8d3ae', '#d9b18a'][(column * 3 + row * 5) % 4]
    return `<rect x="${x}" y="${y}" width="${column % 5 === 4 ? 48 : 54}" height="${row === 2 ? 40 : 48}" fill="${isPlace ? '#9c3f22' : tint}" stroke="#7a5510" stroke-width="1.5" opacity="${isPlace ? 0.9 : 1}"/>`
  }
  const rose = times(16, (index) => {
    const long = index % 4 === 0 ? 108 : index % 2 === 0 ? 70 : 44
    return `<g transform="rotate(${index * 22.5})"><path d="M0-${long}L9-12H0z" fill="#20222e"/><path d="M0-${long}L-9-12H0z" fill="${index % 4 ? '#c99a4a' : '#9c3f22'}"/></g>`
  })
  const tree = (x: number, y: number) =>
    `<path d="M${x} ${y}v-14" stroke="#7a5510" stroke-width="3"/><circle cx="${x}" cy="${y - 20}" r="10" fill="#5f7a40"/>`
  return draw(
    width,
    height,
    `<defs>${glow('old', [
      [0, '#7a5510', 0],
      [0.7, '#7a5510', 0.05],
      [1, '#7a5510', 0.42],
    ])}<clipPath id="land"><path d="${land}"/></clipPath>${blur('soft', 10)}</defs>`,
    `<rect width="${width}" height="${height}" fill="#c4d8d6"/>`,
    waves,
    times(
      5,
      (index) =>
        `<path d="${curve(coast)}" fill="none" stroke="#175a80" stroke-width="${3 - index * 0.4}" opacity="${0.5 - index * 0.09}" transform="translate(0 ${-9 - index * 11})"/>`,
    ),
    times(
      3,
      (index) =>
        `<path d="${curve(isle, true)}" fill="none" stroke="#175a80" stroke-width="${(index + 1) * 18}" opacity=".09"/>`,
    ),
    `<path d="${land}" fill="#f0e2c4" stroke="#7a5510" stroke-width="4"/><path d="${curve(isle, true)}" fill="#f0e2c4" stroke="#7a5510" stroke-width="4"/>`,
    `<path d="M752 316h26v246h-26z" fill="#e4c9a0" stroke="#7a5510" stroke-width="3"/>${times(9, (index) => `<path d="M752 ${336 + index * 25}h26" stroke="#7a5510" stroke-width="2"/>`)}`,
    `<g clip-path="url(#land)"><path d="M205 612h1000v278h-1000z" fill="#f8efd9" stroke="#7a5510" stroke-width="6"/>${times(15, (column) => times(4, (row) => block(column, row)))}<path d="M205 748h1000M715 600v290" stroke="#fdf8ec" stroke-width="10"/>${times(9, (index) => tree(1010 + (index % 3) * 32, 690 + Math.floor(index / 3) * 40))}</g>`,
    times(
      14,
      (index) =>
        `<rect x="${198 + index * 74}" y="882" width="18" height="18" fill="#c08a62" stroke="#7a5510" stroke-width="2"/>`,
    ),
    `<path d="${curve(lake, true)}" fill="#b4cfc9" stroke="#7a5510" stroke-width="4"/>${times(26, (index) => `<path d="M${30 + ((index * 211) % 1540)} ${1040 + ((index * 67) % 130)}q9-8 18 0t18 0" fill="none" stroke="#175a80" stroke-width="2" opacity=".35"/>`)}`,
    times(
      30,
      (index) =>
        `<path d="M${30 + index * 53} ${974 + ((index * 31) % 18)}q-5-22-10-30m10 30q0-24 2-36m-2 36q6-20 12-28" stroke="#5f7a40" stroke-width="3" fill="none"/>`,
    ),
    `<path d="M1206 890q40 30 60 70" stroke="#175a80" stroke-width="10" fill="none" opacity=".6"/>`,
    `<g transform="translate(1066 330)"><path d="M-26 0l5-70h42l5 70z" fill="#fdf8ec" stroke="#20222e" stroke-width="3"/><path d="M-14-70l3-44h22l3 44zM-7-114v-20h14v20z" fill="#fdf8ec" stroke="#20222e" stroke-width="3"/><path d="M0-176q-14 20-6 40h12q8-18-6-40z" fill="#c9531f"/>${times(8, (index) => `<path d="M0-152L0-196" stroke="#c99a4a" stroke-width="3" transform="rotate(${index * 45} 0 -152) translate(0 -10)"/>`)}</g>`,
    ship(350, 420, 0.8, '#57503f'),
    ship(930, 480, 0.6, '#57503f'),
    ship(1400, 250, 1, '#57503f'),
    ship(1040, 1100, 0.6, '#57503f'),
    `<g transform="translate(200 230)"><circle r="122" fill="#f5eddc" opacity=".75"/><circle r="118" fill="none" stroke="#7a5510" stroke-width="3"/><circle r="84" fill="none" stroke="#7a5510" stroke-width="1.5"/>${rose}<circle r="9" fill="#f5eddc" stroke="#20222e" stroke-width="3"/></g>`,
    `<path d="M1240 1130h240" stroke="#20222e" stroke-width="4"/>${times(4, (index) => `<rect x="${1240 + index * 60}" y="1130" width="60" height="10" fill="${index % 2 ? '#f5eddc' : '#20222e'}" stroke="#20222e" stroke-width="2"/>`)}`,
    `<path d="M24 24h1552v1152H24z" fill="none" stroke="#7a5510" stroke-width="5"/><path d="M40 40h1520v1120H40z" fill="none" stroke="#7a5510" stroke-width="1.5"/>`,
    times(
      4,
      (index) =>
        `<path d="M0 ${300 * index + 40}H1600" stroke="#7a5510" stroke-width="${index ? 3 : 0}" opacity=".10"/><path d="M${400 * index} 0V1200" stroke="#7a5510" stroke-width="3" opacity=".10"/>`,
    ),
    `<ellipse cx="800" cy="600" rx="1130" ry="880" fill="url(#old)"/><circle cx="1330" cy="1010" r="86" fill="none" stroke="#7a5510" stroke-width="9" opacity=".12" filter="url(#soft)"/>`,
    grain('0.035 0.05', 0.5, [0.48, 0.33, 0.06], 4),
    grain('0.7', 0.3, [0.35, 0.25, 0.08], 5),
  )
}
