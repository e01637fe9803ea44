import { randomNumbers } from '../../../tools/random.ts'
import { draw, glow, grain, round, type Scene, times } from '../drawing.ts'

export function mosaic(): Scene {
  const [size, middle] = [1400, 700]
  const next = randomNumbers(63)
  const shade = (colours: string[]) => colours[Math.floor(next() * colours.length)]
  const colourAt = (ring: number, angle: number) => {
    if (ring < 5) return shade(['#e6be67', '#f0cf86', '#d9a94a'])
    if (ring < 6) return shade(['#7a5510', '#8a642c'])
    const ray = Math.abs((((angle * 12) / Math.PI) % 2) - 1)
    if (ring < 15)
      return ray > (ring - 5) / 10 ? shade(['#c9743a', '#b8552f', '#e0984a']) : shade(['#1f6488', '#175a80', '#2a789c'])
    if (ring < 16) return shade(['#20222e', '#2c2e3a'])
    if (ring < 18)
      return Math.floor((angle * 24) / Math.PI) % 2 ? shade(['#f5eddc', '#ebe1cb']) : shade(['#9c3f22', '#a84a2c'])
    if (ring < 19) return shade(['#20222e', '#2c2e3a'])
    const wave = Math.sin(angle * 24) * 0.9 + 20.6
    return ring < wave ? shade(['#3f6f66', '#4f8a80', '#2f5f5a']) : shade(['#e8d9b8', '#f0e2c4', '#dcc9a2'])
  }
  let stones = ''
  for (let ring = 0; ring < 23; ring++) {
    const radius = 22 + ring * 27
    const count = Math.max(6, Math.round((radius * Math.PI * 2) / 27))
    for (let index = 0; index < count; index++) {
      const angle = ((index + (ring % 2) * 0.5) / count) * Math.PI * 2
      const [x, y] = [middle + Math.cos(angle) * radius, middle + Math.sin(angle) * radius]
      const [wide, tall] = [22 + next() * 3, 21 + next() * 3]
      stones += `<rect x="${round(-wide / 2)}" y="${round(-tall / 2)}" width="${round(wide)}" height="${round(tall)}" rx="3" transform="translate(${round(x)} ${round(y)}) rotate(${round((angle * 180) / Math.PI + 90 + next() * 8 - 4)})" fill="${colourAt(ring, angle)}"/>`
    }
  }
  const corner = times(52 * 52, (index) => {
    const [x, y] = [(index % 52) * 27 + 12, Math.floor(index / 52) * 27 + 12]
    if (next() < 0.04 || Math.hypot(x - middle, y - middle) < 652) return ''
    return `<rect x="${x - 11}" y="${y - 11}" width="22" height="22" rx="3" transform="rotate(${round(next() * 10 - 5)} ${x} ${y})" fill="${shade(['#d9ccb0', '#cbbb98', '#e3d8bf', '#c2ad86'])}"/>`
  })
  const face = `<g fill="none" stroke="#7a3c1c" stroke-width="11" stroke-linecap="round"><path d="M640 680q22-20 44 0M716 680q22-20 44 0M700 690v40h-12M662 762q38 30 76 0"/></g>`
  return draw(
    size,
    size,
    `<defs>${glow('edge', [
      [0, '#fff3cf', 0.2],
      [0.55, '#fff3cf', 0],
      [1, '#1a0f08', 0.5],
    ])}</defs>`,
    `<rect width="${size}" height="${size}" fill="#8a7a5f"/>`,
    corner,
    stones,
    face,
    grain('0.25', 0.5, [0.2, 0.14, 0.08], 13),
    grain('0.9', 0.3, [1, 0.96, 0.88], 14),
    `<circle cx="${middle}" cy="${middle}" r="990" fill="url(#edge)"/>`,
  )
}
