import type { Import } from '../imports.ts'
import { findImported, listImports } from '../queries.ts'
import { type DatedEntry, isBrought } from './chat.ts'
import type { ExportedChat } from './export.ts'
import { captionOf } from './messages.ts'
import { namesIn } from './readable.ts'

/** Name of a message in all exports of a chat; `first` is the number of the run that brought the chat first. */
export const sourceOf = (first: number, key: string) => `whatsapp ${first} ${key}`

const batchSize = 200
/** The newest runs in which a chat is looked for. */
const maxRuns = 100

/**
 * The run that brought messages of this chat: between the first and the last message that both have, it has most. Of one that
 * was undone there is only what people kept.
 */
async function createRecognition({ services: { db } }: Import) {
  const runs = (await listImports(db, maxRuns)).filter(({ kind }) => kind === 'whatsapp')
  const shared = new Map(
    runs.map(({ id, undone_at }) => [id, { isUndone: undone_at !== null, first: -1, last: -1, count: 0 }]),
  )
  let total = 0
  return {
    async take(keys: string[]) {
      const found = await findImported(
        db,
        runs.flatMap(({ id }) => keys.map((key) => sourceOf(id, key))),
      )
      for (const [id, state] of shared)
        for (const [index, key] of keys.entries())
          if (found.has(sourceOf(id, key))) {
            if (state.count++ === 0) state.first = total + index
            state.last = total + index
          }
      total += keys.length
    },
    /** Two groups of the same people share a forwarded message now and then. */
    run: () =>
      [...shared]
        .filter(([, { isUndone, first, last, count }]) =>
          isUndone ? count > 0 : count >= Math.min(3, total) && 2 * count > last - first,
        )
        .toSorted(([, one], [, other]) => other.count - one.count)[0]?.[0],
  }
}

/** Reads all messages before any is brought: the people, how much there is, and the run that brought this chat first. */
export async function survey(run: Import, chat: ExportedChat, items: AsyncIterable<DatedEntry>) {
  const recognition = await createRecognition(run)
  const writers = new Set<string>()
  const named = new Set<string>()
  let keys: string[] = []
  let size = 0
  for await (const item of items) {
    if (!isBrought(item)) continue
    const { entry, message } = item
    writers.add(message.writer)
    for (const name of namesIn(captionOf(message.content))) named.add(name)
    size += entry.text.length
    if (message.content.kind === 'file') size += (await chat.findFile(message.content.name))?.size ?? 0
    keys.push(message.key)
    if (keys.length < batchSize) continue
    await recognition.take(keys)
    keys = []
  }
  await recognition.take(keys)
  return { writers, named, size, first: recognition.run() ?? run.id ?? 0 }
}
