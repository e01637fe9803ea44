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

/** Types of links and of YouTube videos (DECISIONS §2, "Files"). */
export const linkType = 'text/uri-list'
export const youtubeType = 'video/youtube'

const office: [RegExp, FileKind][] = [
  [/spreadsheet|ms-excel|apple\.numbers|^text\/(csv|tab-separated-values)$/, 'spreadsheet'],
  [/presentation|ms-powerpoint|apple\.keynote/, 'presentation'],
  [/wordprocessing|msword|opendocument\.text|apple\.pages|^(application|text)\/rtf$|epub/, 'document'],
]

/** SPEC §2, badges and icons. */
export function kindOf(fileType: string): FileKind {
  if (fileType === linkType) return 'url'
  if (fileType === youtubeType) return 'youtube'
  if (fileType === 'application/pdf') return 'pdf'
  const [, found] = office.find(([pattern]) => pattern.test(fileType)) ?? []
  if (found) return found
  const [family] = fileType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : 'other'
}

/** Pictures that every browser shows. */
export const shownEverywhere = ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'x-icon'].map((name) => `image/${name}`)
export const isShownEverywhere = (fileType: string) => shownEverywhere.includes(fileType)

/** Pictures of which smaller versions are made, if they can be decoded. */
export const isPicture = (fileType: string) =>
  isShownEverywhere(fileType) || /^image\/(hei[cf](-sequence)?|tiff)$/.test(fileType)

/** Pictures that open in the viewer: by their smaller versions, or as they are. */
export const isViewable = (file: { file_type: string; thumb_url: string | null }) =>
  file.thumb_url !== null || isShownEverywhere(file.file_type)

/** Types without scripts, which a browser may show inline (DECISIONS §2, "Files"). */
const inline = new Set([
  ...shownEverywhere,
  ...['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/ogg', 'audio/opus', 'audio/wav', 'audio/flac'],
  ...['audio/x-flac', 'audio/vnd.wave', 'audio/webm'],
  ...['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm', 'video/ogg'],
  ...['application/pdf', 'text/plain'],
])

export const isShownInline = (fileType: string) => inline.has(fileType)

/** Recordings that browsers play: not WMA, AIFF or AMR. */
export const playableTypes = [...inline].filter((type) => type.startsWith('audio/'))
export const isPlayable = (fileType: string) => playableTypes.includes(fileType)
