/** WCAG 2 contrast of two '#rrggbb' colours, 1 to 21. */
export function contrast(one: string, other: string) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/gi) ?? [])
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The colours of tokens.css in one theme, by their names without dashes in front. */
export function colours(css: string, theme: 'light' | 'dark') {
  const found: Record<string, string> = {}
  for (const [, name = '', light = '', dark = ''] of css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g))
    found[name] = theme === 'light' ? light : dark
  return found
}

const grounds = ['paper', 'raised', 'sunken']
const inks = ['ink', 'ink-2', 'faint', 'accent', 'accent-strong', 'clay', 'gold', 'danger', 'good']
const washed = ['accent', 'clay', 'gold', 'danger', 'good']
const hues = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `hue-${hue}`)

/** Every pair that is set as text (4.5) or seen as the edge of a control (3): [ink, ground, least contrast]. */
export const pairs: [string, string, number][] = [
  ...grounds.flatMap((ground) => inks.map((ink): [string, string, number] => [ink, ground, 4.5])),
  ...grounds.flatMap((ground) => ['edge', 'ring'].map((ink): [string, string, number] => [ink, ground, 3])),
  ...washed.flatMap((tone) =>
    [tone, 'ink', 'ink-2'].map((ink): [string, string, number] => [ink, `${tone}-wash`, 4.5]),
  ),
  ...hues.flatMap((hue) => ['paper', 'raised'].map((ground): [string, string, number] => [hue, ground, 4.5])),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['paper', 'ink', 4.5],
]
