import { randomNumbers } from '../../../tools/random.ts'
import { blur, curve, draw, glow, grain, round, type Scene, times } from '../drawing.ts'

export function oliveBranch(): Scene {
  const [width, height] = [1200, 1600]
  const next = randomNumbers(17)
  const stem: [number, number][] = [
    [330, 1480],
    [420, 1240],
    [470, 1010],
    [560, 800],
    [610, 570],
    [720, 370],
    [860, 180],
  ]
  const leaf = (x: number, y: number, turn: number, long: number, tint: number) => {
    const [light, dark] = [
      ['#7f9a5a', '#4f6b36'],
      ['#94a87a', '#5f7a4a'],
      ['#5f7a40', '#3f5f2a'],
      ['#a9b596', '#74876a'],
    ][tint] as [string, string]
    const wide = long * 0.13
    return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})"><path d="M0 0q${round(long * 0.4)} ${round(-wide * 1.7)} ${round(long)} 0q${round(-long * 0.6)} ${round(wide * 0.2)} ${round(-long)} 0z" fill="${light}"/><path d="M0 0q${round(long * 0.45)} ${round(wide * 1.6)} ${round(long)} 0q${round(-long * 0.6)} ${round(wide * 0.2)} ${round(-long)} 0z" fill="${dark}"/><path d="M0 0q${round(long * 0.4)} ${round(wide * 0.2)} ${round(long * 0.94)} 0" stroke="#e6e0b8" stroke-width="2" fill="none" opacity=".6"/></g>`
  }
  const olive = (x: number, y: number, size: number, isRipe: boolean) =>
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(next() * 30 - 15)})"><path d="M0 ${round(-size * 1.2)}q-4-26-20-40" stroke="#6b5a30" stroke-width="4" fill="none"/><ellipse rx="${round(size)}" ry="${round(size * 1.28)}" fill="${isRipe ? '#4a2c4a' : '#77883c'}"/><ellipse cx="${round(size * 0.2)}" cy="${round(size * 0.3)}" rx="${round(size * 0.75)}" ry="${round(size * 0.9)}" fill="${isRipe ? '#2f1b33' : '#56682a'}" opacity=".6"/><ellipse cx="${round(-size * 0.35)}" cy="${round(-size * 0.5)}" rx="${round(size * 0.2)}" ry="${round(size * 0.36)}" fill="#fff" opacity=".45" transform="rotate(18)"/></g>`
  const along = (at: number): [number, number] => {
    const position = at * (stem.length - 1)
    const [from, to] = [stem[Math.floor(position)], stem[Math.ceil(position)]] as [[number, number], [number, number]]
    const rest = position - Math.floor(position)
    return [from[0] + (to[0] - from[0]) * rest, from[1] + (to[1] - from[1]) * rest]
  }
  const leaves = times(40, (index) => {
    const at = 0.1 + (index / 40) * 0.9
    const [x, y] = along(at)
    const side = index % 2 ? 1 : -1
    const turn = -64 + side * (48 + next() * 22) - at * 6
    return leaf(x, y, turn, (300 - at * 130) * (0.8 + next() * 0.35), Math.floor(next() * 4))
  })
  const olives = times(9, (index) => {
    const [x, y] = along(0.16 + index * 0.088)
    return olive(x + (index % 2 ? 78 : -62) + next() * 20, y + 84 + next() * 26, 40 - index * 1.6, index % 3 === 1)
  })
  const wash = times(
    7,
    () =>
      `<ellipse cx="${round(300 + next() * 600)}" cy="${round(300 + next() * 1000)}" rx="${round(160 + next() * 220)}" ry="${round(120 + next() * 200)}" fill="${['#d9e0b8', '#e6d9a8', '#cfdcc8'][Math.floor(next() * 3)]}" opacity=".42" filter="url(#wash)"/>`,
  )
  const drawing = `<path d="${curve(stem)}" fill="none" stroke="#6b5230" stroke-width="15" stroke-linecap="round"/><path d="${curve(stem)}" fill="none" stroke="#9a7f4a" stroke-width="5" stroke-linecap="round"/>${leaves}${olives}`
  return draw(
    width,
    height,
    `<defs>${glow('edge', [
      [0, '#7a5510', 0],
      [0.7, '#7a5510', 0.04],
      [1, '#7a5510', 0.3],
    ])}${blur('wash', 46)}${blur('shade', 9)}<filter id="dark" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="10"/><feColorMatrix values="0 0 0 0 .35 0 0 0 0 .28 0 0 0 0 .14 0 0 0 .3 0"/></filter></defs>`,
    `<rect width="${width}" height="${height}" fill="#f5eddc"/>`,
    wash,
    `<g transform="translate(18 26)" filter="url(#dark)">${drawing}</g>`,
    drawing,
    `<path d="M60 60h1080v1480h-1080z" fill="none" stroke="#9c3f22" stroke-width="4" opacity=".55"/><path d="M76 76h1048v1448h-1048z" fill="none" stroke="#9c3f22" stroke-width="1.5" opacity=".55"/>`,
    grain('0.04 0.9', 0.22, [0.48, 0.36, 0.1], 10),
    grain('0.9 0.04', 0.2, [0.48, 0.36, 0.1], 11),
    `<ellipse cx="600" cy="800" rx="900" ry="1180" fill="url(#edge)"/>`,
  )
}
