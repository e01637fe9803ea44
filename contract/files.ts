import * as z from 'zod/mini'
import { CategoryFilter } from './categories.ts'
import { LinkedPost } from './content/linked-post.ts'
import { Reaction } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import {
  BySignature,
  ClientId,
  Id,
  isWebAddress,
  line,
  Moment,
  optionalText,
  pagesOf,
  Search,
  schema,
  searchCost,
} from './fields.ts'
import { limits } from './limits.ts'

/**
 * Outcomes of reading the text of a file: `scanned` is a PDF of pictures, `encrypted` needs a password, `broken` can't be
 * read, or not within the bounds, `none` has nothing written in it.
 */
export const fileTextStates = ['text', 'none', 'scanned', 'encrypted', 'broken'] as const
export type FileTextState = (typeof fileTextStates)[number]

/** A file, link or video of the archive (SPEC §3, "File record"). */
export const ArchiveFile = schema('File', {
  id: Id,
  original_name: z.string(),
  /** Title of the page or video that a link leads to, read a little later than it is added; null without one, and for uploads. */
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** A MIME type; `text/uri-list` for links, `video/youtube` for YouTube. */
  file_type: z.string(),
  /** Bytes; 0 for links. */
  file_size: z.int(),
  source_type: z.enum(['upload', 'url']),
  /** Null for uploads. */
  original_url: z.nullable(z.string()),
  /**
   * Signed URL of an upload's bytes, for this session only; it expires within hours. For `<img>`, `<audio>` and new
   * tabs; `download=1` makes it a download. Null for links.
   */
  cloudinary_url: z.nullable(z.string()),
  /**
   * Signed URLs of a picture's smaller versions, for cards and for the whole screen; null for other files. A picture that
   * can't be decoded has none, and an animation that is too large none for the screen: `cloudinary_url` is shown.
   */
  thumb_url: z.nullable(z.string()),
  screen_url: z.nullable(z.string()),
  /** Pixels of a picture as it is shown, turned as its EXIF says; null for other files, and until they are known. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** URL for framing a PDF in the operator's third-party viewer (`DOCS_VIEWER_URL`). */
  docs_viewer_url: z.nullable(z.string()),
  video_id: z.nullable(z.string()),
  embed_url: z.nullable(z.string()),
  category_id: z.nullable(Id),
  category_name: z.nullable(z.string()),
  /** Current name of the uploader; the id is null if the account was deleted. */
  uploaded_by: z.string(),
  uploader_id: z.nullable(Id),
  uploaded_at: Moment,
  /** Outcome of reading its text for the search; null for links, and until it has been read. */
  text_state: z.nullable(z.enum(fileTextStates)),
  /** Published posts that link to it. */
  post_count: z.int(),
  reactions: z.array(Reaction),
})
export type ArchiveFile = z.output<typeof ArchiveFile>

/** Files of a category, inactive ones included, or without one (null). */
export const FileSection = schema('FileSection', {
  category_id: z.nullable(Id),
  category_name: z.nullable(z.string()),
  file_count: z.int(),
})
export type FileSection = z.output<typeof FileSection>

// forms send an empty text if nothing was chosen
const CategoryId = z.pipe(
  z.transform((value: unknown) => (value === '' ? null : value)),
  z.nullable(Id),
)

/** Fields of an upload, by form or resumable. */
export const FileDetails = z.object({
  description: z.optional(optionalText({ label: 'La descripción', feminine: true, max: limits.fileDescription })),
  category_id: z.optional(CategoryId),
})
export type FileDetails = z.output<typeof FileDetails>

const addressText = 'La URL debe comenzar con http:// o https:// y tener un sitio, sin usuario ni contraseña'

export const NewLink = schema('NewLink', {
  ...FileDetails.shape,
  url: line({ label: 'La URL', feminine: true, max: limits.fileUrl }).check(z.refine(isWebAddress, addressText)),
  client_id: ClientId,
})
export type NewLink = z.output<typeof NewLink>

/** Below /api, for resumable uploads (tus 1.0). An upload's id becomes the file's. */
export const resumableUploads = '/files/uploads'

/** As uploaded, for a card, for a screen. */
export const renditions = ['original', 'thumb', 'screen'] as const
export type Rendition = (typeof renditions)[number]

export const files = {
  list: endpoint('GET', '/files', 'member', {
    summary: 'Files of the archive, newest first',
    ...pagesOf(ArchiveFile, {
      q: Search,
      category_id: CategoryFilter,
      kind: z.optional(z.enum(['image', 'audio'], { error: 'Tiene que ser image o audio' })),
    }),
    cost: searchCost,
  }),
  sections: endpoint('GET', '/files/sections', 'member', {
    summary: 'Categories with files, by name, with the count of their files; files without a category last',
    response: z.array(FileSection),
  }),
  read: endpoint('GET', '/files/:id', 'member', {
    summary: 'One file',
    response: ArchiveFile,
  }),
  upload: endpoint('POST', '/files/upload', 'member', {
    summary: 'Upload a file: `file`, and optionally `description` and `category_id`, in any order',
    form: FileDetails,
    response: ArchiveFile,
    status: 201,
  }),
  addLink: endpoint('POST', '/files/url', 'member', {
    summary: 'Add a link or a video of YouTube; a repeated `client_id` returns the first one',
    body: NewLink,
    response: ArchiveFile,
    status: 201,
  }),
  usedIn: endpoint('GET', '/files/:id/used-in', 'member', {
    summary: 'Posts that link to this file and are visible to the caller, newest first',
    response: z.array(LinkedPost),
  }),
  remove: endpoint('DELETE', '/files/:id', 'member', {
    summary: 'Delete a file with its bytes',
  }),
  content: endpoint('GET', '/files/:id/content/:signature', 'public', {
    summary:
      'Bytes of a file at a signed URL; `download=1` for a download. Supports ranges, ETag and conditional requests',
    params: BySignature,
    query: z.object({ download: z.optional(z.string()) }),
    bytes: true,
  }),
}
