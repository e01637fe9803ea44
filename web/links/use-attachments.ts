import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useMember } from '../api/session.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import { addUploads, type QueuedUpload, useUploads } from '../files/upload-queue.ts'
import { texts } from './texts.ts'
import { tokenOf } from './token-of.ts'

/** What stands in a text while its file comes, by upload. Beside the pages, as uploads are: one may leave and come back. */
const places = new Map<number, string>()

/** Braces would be a token's, brackets a link's. */
const plain = (name: string) => name.replace(/[[\]{}\r\n]+/g, ' ').trim()

function freePlace(name: string) {
  const taken = new Set(places.values())
  for (let count = 1; ; count++) {
    const place = texts.uploading(count === 1 ? plain(name) : `${plain(name)} (${count})`)
    if (!taken.has(place)) return place
  }
}

/** Every place that is held in a text, also of an upload that a reload ended. */
const placesIn = (text: string): string[] => text.match(/\[Subiendo [^[\]\n]*…\]/g) ?? []

/**
 * Files that are put into a text: each goes to the archive, and the place it holds in the text becomes its token when
 * it is stored, or nothing when it is given up. A text with such a place isn't ready to be saved.
 */
export function useAttachments(editor: RefObject<EditorHandle | null>, text: string) {
  const person = useMember()?.id
  const uploads = useUploads()

  const settle = useEffectEvent((known: readonly QueuedUpload[]) => {
    for (const [id, place] of places) {
      const item = known.find((one) => one.id === id)
      if (item && item.state !== 'stored') continue
      editor.current?.replace(place, item?.stored ? tokenOf('file', item.stored.id, item.stored.original_name) : '')
    }
  })
  // after React's own work: one change of the text builds on the other. Again when undoing brings a place back
  useEffect(() => {
    if (placesIn(text).length === 0) return
    const timer = setTimeout(() => settle(uploads))
    return () => clearTimeout(timer)
  }, [uploads, text])

  function attach(files: File[]) {
    if (!person) return
    const ids = addUploads(files, { person, description: '', category_id: null })
    const held = files.map(({ name }, index) => {
      const place = freePlace(name)
      places.set(ids[index] as number, place)
      return place
    })
    editor.current?.insert(held.join('\n'))
  }

  const held = placesIn(text)
  const known = new Set(places.values())
  return {
    attach,
    here: uploads.filter(({ id }) => held.includes(places.get(id) ?? '')).map(({ id }) => id),
    isPending: held.some((place) => known.has(place)),
    /** Places whose upload isn't known here any more: the person takes them out, or chooses the file again. */
    lost: held.filter((place) => !known.has(place)),
  }
}
