import { createStore } from '../../api/store.ts'

type Writer = (person: { id: string; name: string }) => void

/** Each writes a mention into a field of the page; the field that was opened last is the last one. */
export const mentionWriters = createStore<readonly Writer[]>([])

/** Returns a function that removes it. */
export function addMentionWriter(writer: Writer) {
  mentionWriters.set([...mentionWriters.get(), writer])
  return () => mentionWriters.set(mentionWriters.get().filter((one) => one !== writer))
}
