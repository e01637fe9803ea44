import { randomNumbers } from '../../tools/random.ts'

export interface Scene {
  width: number
  height: number
  svg: string
}

export const draw = (width: number, height: number, ...parts: string[]): Scene => ({
  width,
  height,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
})

export const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

const stops = (colours: [at: number, colour: string, opacity?: number][]) =>
  colours
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')

/** Gradient from top to bottom, or from left to right. */
export const fade = (id: string, colours: [at: number, colour: string, opacity?: number][], across = false) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${stops(colours)}</linearGradient>`

export const glow = (id: string, colours: [at: number, colour: string, opacity?: number][]) =>
  `<radialGradient id="${id}">${stops(colours)}</radialGradient>`

/** Grain over the whole picture, as of paper or plaster, with its frequency, strength and colour. */
export const grain = (fine: string, strength: number, [red, green, blue]: [number, number, number], seed = 1) =>
  `<filter id="grain${seed}" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${fine}" numOctaves="2" seed="${seed}"/><feColorMatrix values="0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} ${strength} 0 0 0 ${-strength * 0.42}"/></filter><rect width="100%" height="100%" filter="url(#grain${seed})"/>`

export const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

export const round = (value: number) => Math.round(value * 10) / 10

export function curve(points: [x: number, y: number][], isClosed = false) {
  const count = points.length
  const at = (index: number) =>
    (isClosed ? points[(index + count) % count] : points[Math.max(0, Math.min(count - 1, index))]) as [number, number]
  const legs = Array.from({ length: isClosed ? count : count - 1 }, (_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...first, ...second, ...to].map(round).join(' ')}`
  })
  return `M${at(0).map(round).join(' ')}${legs.join('')}${isClosed ? 'Z' : ''}`
}

/** Stars, fewer and fainter towards the bottom. */
export function stars(count: number, width: number, height: number, seed: number) {
  const next = randomNumbers(seed)
  return times(count, () => {
    const [x, y, size] = [next() * width, next() ** 1.5 * height, next() ** 6 * 2.6 + 0.6]
    const colour = next() > 0.8 ? '#f6dca0' : next() > 0.7 ? '#bcd9ee' : '#fdf8ec'
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(size)}" fill="${colour}" opacity="${round((1 - y / height) * (0.35 + next() * 0.65) + 0.05)}"/>`
  })
}

/** Short lines of light on water, longer and farther apart towards the bottom, around `middle`. */
export function glints(
  count: number,
  box: { top: number; bottom: number; middle: number; spread: number },
  colour: string,
  seed: number,
) {
  const next = randomNumbers(seed)
  return times(count, () => {
    const depth = next() ** 1.6
    const y = box.top + depth * (box.bottom - box.top)
    const off = (next() + next() + next() - 1.5) * box.spread * (0.35 + depth)
    const half = (6 + next() * 34) * (0.4 + depth)
    return `<path d="M${round(box.middle + off - half)} ${round(y)}q${round(half)} ${round(-2 - depth * 4)} ${round(half * 2)} 0q${round(-half)} ${round(2 + depth * 4)} ${round(-half * 2)} 0" fill="${colour}" opacity="${round(0.15 + next() * 0.6)}"/>`
  })
}
