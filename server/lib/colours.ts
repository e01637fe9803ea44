/** Light and dark values, those of web/theme/colours.css, for pages and mails that the server makes. */
export const colours = {
  paper: ['#f5eddc', '#0f141f'],
  raised: ['#fdf8ec', '#182130'],
  sunken: ['#ebe1cb', '#0a0e17'],
  ink: ['#20222e', '#f0e5ce'],
  'ink-2': ['#57503f', '#b9ad94'],
  line: ['#d9ccb0', '#2c3647'],
  edge: ['#877a5f', '#7d7767'],
  ring: ['#175a80', '#e6be67'],
  accent: ['#175a80', '#8cc3e2'],
  'accent-strong': ['#0f4564', '#b4daef'],
  'on-accent': ['#fdf8ec', '#0a1622'],
  clay: ['#9c3f22', '#f09a78'],
  gold: ['#7a5510', '#e6be67'],
  'gold-wash': ['#f0e0b4', '#362b14'],
  danger: ['#a02418', '#ff9b8a'],
} as const

type Values = Record<keyof typeof colours, string>

const valuesOf = (theme: 0 | 1) =>
  Object.fromEntries(Object.entries(colours).map(([name, values]) => [name, values[theme]])) as Values

export const light = valuesOf(0)
export const dark = valuesOf(1)
