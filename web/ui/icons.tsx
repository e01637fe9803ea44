import type { memberIcons } from './member-icons.ts'

/** Icons of the pages and dialogs that a visitor sees. */
const paths = {
  home: 'M2.5 7.5 10 3l7.5 4.5zM4.5 8v7m3.7-7v7m3.6-7v7m3.7-7v7M2.5 17h15',
  book: 'M10 5.3C8 3.9 5.5 3.6 2.5 3.9v11.3c3-.3 5.5 0 7.5 1.4 2-1.4 4.5-1.7 7.5-1.4V3.9c-3-.3-5.5 0-7.5 1.4Zm0 0v11.3',
  quill: 'M3.5 17c.6-3 1.4-4.7 2.5-6.5M6 10.5C7.3 6 11 3 17 3c-.2 2-.7 3.5-1.7 4.9h-2.4l1.5 1.4c-1.9 2.6-5 3.7-8.9 3.2',
  news: 'M3 3.8h10.5v12.7H4.8A1.8 1.8 0 0 1 3 14.7zm10.5 4H17v7a1.7 1.7 0 0 1-3.5 0M6 7.3h4.5M6 10.3h4.5M6 13.3h2.5',
  chat: 'M2.5 3.5h11v7.5H7.8L5 13.7V11H2.5zM15.8 7.5h1.7v6.7h-1.9v2.6l-2.7-2.6H9.5',
  archive: 'M3 3.5h14v4H3zm1.2 4v9h11.6v-9M8 10.7h4',
  admin: 'M3.3 13.4a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0M9 11l7.7-7.7m-3.4 3.4 2.3 2.3m-.2-4.4L17 6.2',
  account: 'M6.7 6.7a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0M3.5 17c.5-3.6 3-5.3 6.5-5.3s6 1.7 6.5 5.3',
  help: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m4.9-1.8a2.2 2.2 0 1 1 3.2 2c-.8.4-1.1.9-1.1 1.7m0 2.2v.01',
  sun: 'M6.7 10a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0M10 2.2v2m0 11.6v2M2.2 10h2m11.6 0h2M4.5 4.5l1.4 1.4m8.2 8.2 1.4 1.4m0-11-1.4 1.4m-8.2 8.2-1.4 1.4',
  moon: 'M16.5 11.8A6.9 6.9 0 0 1 8.2 3.5a6.9 6.9 0 1 0 8.3 8.3Z',
  auto: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 3v14m2-13.3v12.6m2-11.3v10m2-7.5v5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M16.5 10h-13m5-5-5 5 5 5',
  eye: 'M2 10c2-3.5 4.7-5.2 8-5.2s6 1.7 8 5.2c-2 3.5-4.7 5.2-8 5.2S4 13.5 2 10Zm5.7 0a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0',
  'eye-off':
    'M8 5c.6-.1 1.3-.2 2-.2 3.3 0 6 1.7 8 5.2-.7 1.2-1.5 2.2-2.4 3M12.8 14.7c-.9.3-1.8.5-2.8.5-3.3 0-6-1.7-8-5.2.8-1.5 1.9-2.7 3.1-3.5M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2M3.5 3.5l13 13',
  check: 'm4 10.5 4 4L16 6',
  warning: 'M10 3.3 17.7 16.7H2.3zM10 8.3v3.5m0 2.4v.01',
  logout: 'M8.5 3.5h-5v13h5M8 10h9m-3.5-3.5L17 10l-3.5 3.5',
  login: 'M11.5 3.5h5v13h-5M3 10h9M8.5 6.5 12 10l-3.5 3.5',
} as const

export type IconName = keyof typeof paths | keyof typeof memberIcons

/** web/member.tsx adds the icons that members see only. */
export const allPaths: Partial<Record<IconName, string>> = paths

interface Look {
  size?: number
  className?: string | undefined
}

/** Strokes in a square of 20. */
export const Strokes = ({ d, width, size = 20, className }: Look & { d: string | undefined; width: number }) => (
  <svg
    aria-hidden="true"
    className={className}
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={width}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={d} />
  </svg>
)

/** A decorative stroke icon: the text next to it or the button's label gives its meaning. */
export const Icon = ({ name, ...look }: Look & { name: IconName }) => (
  <Strokes {...look} d={allPaths[name]} width={name === 'more' || name === 'warning' || name === 'info' ? 1.7 : 1.4} />
)
