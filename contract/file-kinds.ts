/** What a file is to a person: its badge, its icon and what can be done with it. */
export type FileKind =
  | 'url'
  | 'youtube'
  | 'pdf'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'spreadsheet'
  | 'presentation'
  | 'text'
  | 'other'

/** What the archive calls a link and a video of YouTube (DECISIONS §2, "Files"). */
export const linkType = 'text/uri-list'
export const youtubeType = 'video/youtube'

const office: [RegExp, FileKind][] = [
  [/spreadsheet|ms-excel|apple\.numbers|^text\/(csv|tab-separated-values)$/, 'spreadsheet'],
  [/presentation|ms-powerpoint|apple\.keynote/, 'presentation'],
  [/wordprocessing|msword|opendocument\.text|apple\.pages|^(application|text)\/rtf$|epub/, 'document'],
]

/** The kind of a file by its type, as SPEC §2 names badges and icons. */
export function kindOf(fileType: string): FileKind {
  if (fileType === linkType) return 'url'
  if (fileType === youtubeType) return 'youtube'
  if (fileType === 'application/pdf') return 'pdf'
  const [, found] = office.find(([pattern]) => pattern.test(fileType)) ?? []
  if (found) return found
  const [family] = fileType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : 'other'
}

/** Pictures that smaller versions are made of, which every browser shows: raster ones, and a phone's HEIC. */
export const isPicture = (fileType: string) => /^image\/(png|jpeg|gif|webp|avif|heic|heif)$/.test(fileType)

/** Types that a browser may show in place; nothing in them can run (DECISIONS §2, "Files"). */
const inline = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
  ...['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/ogg', 'audio/opus', 'audio/wav', 'audio/flac'],
  ...['audio/x-flac', 'audio/vnd.wave', 'audio/webm'],
  ...['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm', 'video/ogg'],
  ...['application/pdf', 'text/plain'],
])

export const isShownInline = (fileType: string) => inline.has(fileType)
