import type { Reaction } from '../../contract/reactions.ts'

/** Loaded data with these reactions of the thing with this id, wherever in lists and pages it is; itself without that. */
export function replaceReactions<T>(data: T, id: string, reactions: Reaction[]): T {
  if (data === null || typeof data !== 'object') return data
  if (Array.isArray(data)) {
    const replaced = data.map((item) => replaceReactions(item, id, reactions))
    return replaced.some((item, place) => item !== data[place]) ? (replaced as T) : data
  }
  if ('reactions' in data) return 'id' in data && data.id === id ? { ...data, reactions } : data
  const entries = Object.entries(data)
  const replaced = entries.map(([key, value]) => [key, replaceReactions(value, id, reactions)] as const)
  return replaced.some(([, value], place) => value !== entries[place]?.[1]) ? (Object.fromEntries(replaced) as T) : data
}
