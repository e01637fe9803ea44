import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, isWebAddress, line, Moment, optionalText, Paging, Search } from './fields.ts'
import { limits } from './limits.ts'
import { LinkedPost } from './linked-post.ts'

/** A file, link or video of the archive (SPEC §3, "File record"). */
export const ArchiveFile = z
  .object({
    id: Id,
    original_name: z.string(),
    description: z.nullable(z.string()),
    /** A MIME type; `text/uri-list` for links, `video/youtube` for YouTube. */
    file_type: z.string(),
    /** Bytes; 0 for what lies elsewhere. */
    file_size: z.int(),
    source_type: z.enum(['upload', 'url']),
    /** Where a link leads; null for uploads. */
    original_url: z.nullable(z.string()),
    /**
     * Where the bytes of an upload are: an address below this server for this person and session only, which ends within
     * hours. Good for `<img>`, `<audio>` and new tabs; `download=1` makes it a download. Null for links.
     */
    cloudinary_url: z.nullable(z.string()),
    /** Smaller versions of a picture, likewise: for cards and for the whole screen. Null for all else. */
    thumb_url: z.nullable(z.string()),
    screen_url: z.nullable(z.string()),
    /** For PDFs where the operator has chosen a third-party viewer (`DOCS_VIEWER_URL`): the address to frame. */
    docs_viewer_url: z.nullable(z.string()),
    video_id: z.nullable(z.string()),
    embed_url: z.nullable(z.string()),
    category_id: z.nullable(Id),
    category_name: z.nullable(z.string()),
    /** The uploader's current name; the id is null when the account was deleted. */
    uploaded_by: z.string(),
    uploader_id: z.nullable(Id),
    uploaded_at: Moment,
    /** Published posts that link to it: the same number for everybody. */
    post_count: z.int(),
  })
  .register(z.globalRegistry, { id: 'File' })
export type ArchiveFile = z.output<typeof ArchiveFile>

/** A group of the archive: a category that has files, or none (null). Categories that were made inactive too. */
export const FileSection = z
  .object({ category_id: z.nullable(Id), category_name: z.nullable(z.string()), file_count: z.int() })
  .register(z.globalRegistry, { id: 'FileSection' })
export type FileSection = z.output<typeof FileSection>

// A form sends an empty text for what wasn't chosen.
const CategoryId = z.pipe(
  z.transform((value: unknown) => (value === '' ? null : value)),
  z.nullable(Id),
)

/** What is said of a file with its bytes, in whatever form they come. */
export const FileDetails = z.object({
  description: z.optional(optionalText({ what: 'La descripción', feminine: true, max: limits.fileDescription })),
  category_id: z.optional(CategoryId),
})
export type FileDetails = z.output<typeof FileDetails>

const addressText = 'La URL debe comenzar con http:// o https:// y tener un sitio, sin usuario ni contraseña'

export const NewLink = z
  .extend(FileDetails, {
    url: line({ what: 'La URL', feminine: true, max: limits.fileUrl }).check(z.refine(isWebAddress, addressText)),
  })
  .register(z.globalRegistry, { id: 'NewLink' })
export type NewLink = z.output<typeof NewLink>

/** `category_id`: an id, or `none` for files without one. `kind`: pictures that can be shown, recordings to be played. */
const Filter = z.extend(Paging, {
  q: Search,
  category_id: z.optional(
    z
      .string({ error: 'Una sola vez' })
      .check(z.regex(/^([0-9a-f]{32}|none)$/, 'Tiene que ser un identificador o none')),
  ),
  kind: z.optional(z.enum(['image', 'audio'], { error: 'Tiene que ser image o audio' })),
})

/** Below /api: where resumable uploads are made (tus 1.0); an upload's id is the id of the file it becomes. */
export const resumableUploads = '/files/uploads'

/** The versions of a file's bytes that an address can name: as it was uploaded, for a card, for a screen. */
export const renditions = ['original', 'thumb', 'screen'] as const
export type Rendition = (typeof renditions)[number]

export const files = {
  list: endpoint({
    method: 'GET',
    path: '/files',
    access: 'member',
    summary: 'The archive, newest first',
    query: Filter,
    response: z.array(ArchiveFile),
    paged: true,
  }),
  sections: endpoint({
    method: 'GET',
    path: '/files/sections',
    access: 'member',
    summary: 'Categories that have files, by name, with how many; those without a category last',
    response: z.array(FileSection),
  }),
  read: endpoint({
    method: 'GET',
    path: '/files/:id',
    access: 'member',
    summary: 'One file',
    params: ById,
    response: ArchiveFile,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/files/upload',
    access: 'member',
    summary: 'Upload a file: `file`, and optionally `description` and `category_id`, in any order',
    form: FileDetails,
    response: ArchiveFile,
    status: 201,
  }),
  addLink: endpoint({
    method: 'POST',
    path: '/files/url',
    access: 'member',
    summary: 'Add a link or a video of YouTube',
    body: NewLink,
    response: ArchiveFile,
    status: 201,
  }),
  usedIn: endpoint({
    method: 'GET',
    path: '/files/:id/used-in',
    access: 'member',
    summary: 'The posts that link to this file, as far as one may see them, newest first',
    params: ById,
    response: z.array(LinkedPost),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/files/:id',
    access: 'member',
    summary: 'Delete a file with its bytes',
    params: ById,
  }),
  content: endpoint({
    method: 'GET',
    path: '/files/:id/content/:ticket',
    access: 'public',
    summary:
      'The bytes behind a signed address; `download=1` for a download. Ranges, ETag and conditions are understood',
    params: z.extend(ById, { ticket: z.string() }),
    query: z.object({ download: z.optional(z.string()) }),
    bytes: true,
  }),
}
