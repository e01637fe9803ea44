const paths = {
  home: 'M2.5 7.5 10 3l7.5 4.5zM4.5 8v7m3.7-7v7m3.6-7v7m3.7-7v7M2.5 17h15',
  book: 'M10 5.3C8 3.9 5.5 3.6 2.5 3.9v11.3c3-.3 5.5 0 7.5 1.4 2-1.4 4.5-1.7 7.5-1.4V3.9c-3-.3-5.5 0-7.5 1.4Zm0 0v11.3',
  quill: 'M3.5 17c.6-3 1.4-4.7 2.5-6.5M6 10.5C7.3 6 11 3 17 3c-.2 2-.7 3.5-1.7 4.9h-2.4l1.5 1.4c-1.9 2.6-5 3.7-8.9 3.2',
  news: 'M3 3.8h10.5v12.7H4.8A1.8 1.8 0 0 1 3 14.7zm10.5 4H17v7a1.7 1.7 0 0 1-3.5 0M6 7.3h4.5M6 10.3h4.5M6 13.3h2.5',
  chat: 'M2.5 3.5h11v7.5H7.8L5 13.7V11H2.5zM15.8 7.5h1.7v6.7h-1.9v2.6l-2.7-2.6H9.5',
  archive: 'M3 3.5h14v4H3zm1.2 4v9h11.6v-9M8 10.7h4',
  admin: 'M3.3 13.4a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0M9 11l7.7-7.7m-3.4 3.4 2.3 2.3m-.2-4.4L17 6.2',
  account: 'M6.7 6.7a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0M3.5 17c.5-3.6 3-5.3 6.5-5.3s6 1.7 6.5 5.3',
  sun: 'M6.7 10a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0M10 2.2v2m0 11.6v2M2.2 10h2m11.6 0h2M4.5 4.5l1.4 1.4m8.2 8.2 1.4 1.4m0-11-1.4 1.4m-8.2 8.2-1.4 1.4',
  moon: 'M16.5 11.8A6.9 6.9 0 0 1 8.2 3.5a6.9 6.9 0 1 0 8.3 8.3Z',
  auto: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M10 3v14m2-13.3v12.6m2-11.3v10m2-7.5v5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  more: 'M4.5 10h.01M10 10h.01m5.49 0h.01',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M16.5 10h-13m5-5-5 5 5 5',
  edit: 'M3.5 16.5 4.3 13 13.5 3.8l2.7 2.7L7 15.7zM11.5 5.8l2.7 2.7',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2m-7 0 .8 11.5h8.4L15 5.5M8.5 8.7v5m3-5v5',
  eye: 'M2 10c2-3.5 4.7-5.2 8-5.2s6 1.7 8 5.2c-2 3.5-4.7 5.2-8 5.2S4 13.5 2 10Zm5.7 0a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0',
  'eye-off':
    'M8 5c.6-.1 1.3-.2 2-.2 3.3 0 6 1.7 8 5.2-.7 1.2-1.5 2.2-2.4 3M12.8 14.7c-.9.3-1.8.5-2.8.5-3.3 0-6-1.7-8-5.2.8-1.5 1.9-2.7 3.1-3.5M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2M3.5 3.5l13 13',
  reply: 'm8 4.5-4.5 4.5L8 13.5M3.5 9H11c3.6 0 5.5 2 5.5 6.5',
  publish: 'M10 13V3.5m-4 4 4-4 4 4M3.5 12.5v4h13v-4',
  unpublish: 'M10 3.5V13m-4-4 4 4 4-4M3.5 12.5v4h13v-4',
  react: 'M11.6 4.4a6.7 6.7 0 1 0 4.25 4.9M7 9.3v.01M11.6 9.3v.01M6.5 12.6c1.5 2 4.1 2 5.6 0M16.2 2.2v4.6m-2.3-2.3h4.6',
  plus: 'M10 4v12M4 10h12',
  search: 'M3.5 8.7a5.2 5.2 0 1 0 10.4 0 5.2 5.2 0 1 0-10.4 0m9 3.8 4.2 4.2',
  chevron: 'm5.5 8 4.5 4.5L14.5 8',
  check: 'm4 10.5 4 4L16 6',
  warning: 'M10 3.3 17.7 16.7H2.3zM10 8.3v3.5m0 2.4v.01',
  info: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m7-.7V13.5M10 6.5v.01',
  external: 'M8.5 4.5h-5v12h12v-5M11.5 3.5h5v5m0-5-7.5 7.5',
  play: 'M6.5 4v12l9-6z',
  image: 'M3 4h14v12H3zm0 9.5 4-4 4 4 2-2 4 3.5M12.5 7.5v.01',
  folder: 'M2.5 5h5l1.7 2h8.3v9h-15z',
  users:
    'M4.3 7.2a2.7 2.7 0 1 0 5.4 0 2.7 2.7 0 1 0-5.4 0M1.7 16c.4-3 2.3-4.5 5.3-4.5s4.9 1.5 5.3 4.5M12.5 4.7a2.6 2.6 0 0 1 0 5M14.3 11.8c2.3.3 3.6 1.7 4 4.2',
  logout: 'M8.5 3.5h-5v13h5M8 10h9m-3.5-3.5L17 10l-3.5 3.5',
  login: 'M11.5 3.5h5v13h-5M3 10h9M8.5 6.5 12 10l-3.5 3.5',
  comment: 'M3 4h14v9.5H9.5L6 16.7v-3.2H3z',
  clock: 'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0m7-4v4.2l2.8 1.8',
  link: 'm8 12 4-4M9 6.2l1.7-1.7a3.3 3.3 0 0 1 4.8 4.8L13.8 11M11 13.8l-1.7 1.7a3.3 3.3 0 0 1-4.8-4.8L6.2 9',
  download: 'M10 3.5V13m-4-4 4 4 4-4M3.5 16.5h13',
  send: 'M3 10 17 3.5l-4.5 13L9.8 11zm6.8 1L17 3.5',
  bell: 'M4 14.5h12c-1.2-1.3-1.5-2.7-1.5-5a4.5 4.5 0 0 0-9 0c0 2.3-.3 3.7-1.5 5Zm4.2 2.5h3.6M10 5V3.2',
  pause: 'M7 4.5v11m6-11v11',
  previous: 'M15.5 4.5v11L7 10zM4.7 4.5v11',
  next: 'M4.5 4.5v11L13 10zM15.3 4.5v11',
  volume: 'M3 7.7v4.6h3l4 3.5V4.2l-4 3.5zM12.8 7.3a3.8 3.8 0 0 1 0 5.4M15 5a7 7 0 0 1 0 10',
  minus: 'M4 10h12',
  again: 'M16 6.5A7 7 0 1 0 17 10M16.5 2.8v4h-4',
  fit: 'M3.5 10h13M6.5 7l-3 3 3 3m7-6 3 3-3 3',
  upload: 'M10 13V3.5m-4 4 4-4 4 4M3.5 16.5h13',
  mail: 'M2.7 4.5h14.6v11H2.7zm0 .8L10 11l7.3-5.7',
} as const

export type IconName = keyof typeof paths

interface Look {
  size?: number
  className?: string | undefined
}

/** Strokes in a square of 20. */
export const Strokes = ({ d, width, size = 20, className }: Look & { d: string; width: number }) => (
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
  <Strokes {...look} d={paths[name]} width={name === 'more' || name === 'warning' || name === 'info' ? 1.7 : 1.4} />
)
