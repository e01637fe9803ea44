import { randomNumbers } from '../../../tools/random.ts'
import { blur, curve, draw, glow, grain, round, type Scene, times } from '../drawing.ts'
import { ship } from './ship.ts'

const width = 1600
const height = 1200

export function map(): Scene {
  const next = randomNumbers(44)
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
