import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const colours = readFileSync('web/theme/colours.css', 'utf8')

/** '#rrggbb' of each colour token in one theme. */
function coloursOf(theme: 'light' | 'dark') {
  const pairs = colours.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)
  return new Map([...pairs].map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]))
}

/** Relative luminance, 0 to 1 (WCAG 2). */
function luminanceOf(colour: string) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? [])
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, 1 to 21 (WCAG 2). */
function contrastOf(one: string, other: string) {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['paper', 'raised', 'sunken']
const inks = ['ink', 'ink-2', 'faint', 'accent', 'accent-strong', 'clay', 'gold', 'danger', 'good']
const tones = ['accent', 'clay', 'gold', 'danger', 'good']
const hues = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `hue-${hue}`)

/** Foreground and background of text (4.5:1) and of the edges of controls (3:1). */
const pairs: [foreground: string, background: string, minimum: number][] = [
  ...grounds.flatMap((ground) => inks.map((ink): [string, string, number] => [ink, ground, 4.5])),
  ...grounds.flatMap((ground) => ['edge', 'ring'].map((edge): [string, string, number] => [edge, ground, 3])),
  ...tones.flatMap((tone) => [tone, 'ink', 'ink-2'].map((ink): [string, string, number] => [ink, `${tone}-wash`, 4.5])),
  ...hues.flatMap((hue) => ['paper', 'raised'].map((ground): [string, string, number] => [hue, ground, 4.5])),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['paper', 'ink', 4.5],
]

test.each(['light', 'dark'] as const)('every text and control edge of the %s theme has AA contrast', (theme) => {
  const colours = coloursOf(theme)
  const tooLow = pairs
    .map(([foreground, background, minimum]) => {
      const [ink, ground] = [colours.get(foreground), colours.get(background)]
      if (!ink || !ground) return `${foreground} on ${background}: no such token`
      const contrast = contrastOf(ink, ground)
      return contrast < minimum && `${foreground} on ${background}: ${contrast.toFixed(2)}, at least ${minimum}`
    })
    .filter(Boolean)
  expect(tooLow).toEqual([])
})

test('black on white has a contrast of 21, a colour on itself 1', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#175a80', '#175a80')).toBe(1)
})
