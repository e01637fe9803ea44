import { type RefObject, useEffect, useEffectEvent } from 'react'
import { formatFile } from '../../../contract/content/link-tokens.ts'
import { useMember } from '../../api/session.ts'
import type { EditorHandle } from '../../editor/editor-handle.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { texts } from '../texts.ts'
import { UploadList } from './upload-list.tsx'
import { addUploads, type QueuedUpload, useUploads, withUniqueName } from './upload-queue.ts'

/** Invisible separator: distinguishes placeholders from typed text in any language. */
const marker = '\u2063'
const placeholderPattern = new RegExp(`\\[${marker}[^[\\]\\n]*\\]`, 'g')

const placeholdersIn = (text: string): string[] => text.match(placeholderPattern) ?? []

/** Placeholders by upload id. Module state, like the uploads, so that it survives leaving the page. */
const placeholders = new Map<number, string>()

/** Braces would begin a token, brackets a link. */
const plain = (name: string) => name.replace(/[[\]{}\r\n]+/g, ' ').trim()

function newPlaceholder(name: string) {
  const taken = new Set(placeholders.values())
  for (let count = 1; ; count++) {
    const label = count === 1 ? plain(name) : `${plain(name)} (${count})`
    const placeholder = `[${marker}${texts.placeholder(label)}]`
    if (!taken.has(placeholder)) return placeholder
  }
}

/**
 * Files attached to a text: each is uploaded to the archive, and its placeholder in the text becomes a link token or an
 * image when it is stored, or nothing when it is cancelled. With `showsImages` images are shown in the text, in a paragraph
 * of their own; otherwise they are linked like other files.
 */
export function useAttachments(
  editor: RefObject<EditorHandle | null>,
  text: string,
  { showsImages = false }: { showsImages?: boolean } = {},
) {
  const person = useMember()?.id
  const uploads = useUploads()

  const replaceSettled = useEffectEvent((known: readonly QueuedUpload[]) => {
    for (const [id, placeholder] of placeholders) {
      const item = known.find((upload) => upload.id === id)
      if (item && item.state !== 'stored') continue
      editor.current?.replace(placeholder, item?.stored ? formatFile(item.stored, showsImages) : '')
    }
  })
  // After React's own work, as each change of the text builds on the previous one. On each text: undo may restore a
  // placeholder.
  useEffect(() => {
    if (placeholdersIn(text).length === 0) return
    const timer = setTimeout(() => replaceSettled(uploads))
    return () => clearTimeout(timer)
  }, [uploads, text])

  function attach(chosen: File[]) {
    if (!person) return
    const files = chosen.map(withUniqueName)
    const ids = addUploads(files, { person, description: '', category_id: null })
    const inserted = files.map(({ name }, index) => {
      const placeholder = newPlaceholder(name)
      placeholders.set(ids[index] as number, placeholder)
      return placeholder
    })
    const hasImages = files.some(({ type }) => type.startsWith('image/'))
    editor.current?.insert(inserted.join('\n'), showsImages && hasImages)
  }

  const present = placeholdersIn(text)
  const known = new Set(placeholders.values())
  return {
    attach,
    uploadIds: uploads.filter(({ id }) => present.includes(placeholders.get(id) ?? '')).map(({ id }) => id),
    /** A text with a placeholder can't be saved yet. */
    isWaiting: present.length > 0,
    isPending: present.some((placeholder) => known.has(placeholder)),
    /** Placeholders of uploads that a reload ended: the author removes them, or chooses the file again. */
    lost: present.filter((placeholder) => !known.has(placeholder)).map((label) => label.replace(marker, '')),
    hasImages: showsImages && /!\[[^[\]]*\]\(file:/.test(text),
  }
}

interface StatusProps {
  attachments: ReturnType<typeof useAttachments>
  /** Said while files are being uploaded. */
  waiting?: string
}

/** The uploads of a text, the reason why it can't be saved yet, and what stands for its photos. */
export const AttachmentStatus = ({ attachments: { uploadIds, isPending, lost, hasImages }, waiting }: StatusProps) => (
  <>
    <UploadList ids={uploadIds} />
    {isPending && <p role="status">{waiting ?? texts.uploadsFirst}</p>}
    {hasImages && <p>{texts.imagesInText}</p>}
    {lost.length > 0 && <ErrorNote>{texts.uploadsLost(lost)}</ErrorNote>}
  </>
)
