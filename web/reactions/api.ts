import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Reaction, type ReactionKind, reactions } from '../../contract/content/reactions.ts'
import type { ReactionsChanged } from '../../contract/realtime.ts'
import { call } from '../api/call.ts'
import { commentKeys, fileKeys, newsKeys, postKeys, reactionKeys } from '../api/keys.ts'
import { useSignal } from '../api/live.ts'

export interface Target {
  kind: ReactionKind
  id: string
}

/** Loaded data with things of this kind; messages are kept by the chat. */
const keys = {
  post: [postKeys.all],
  comment: [commentKeys.all],
  message: [],
  news: [newsKeys.all],
  file: [fileKeys.all],
} satisfies Record<ReactionKind, string[][]>

/** Loaded data with these reactions of the thing with this id, wherever in lists and pages it is; itself without that. */
function replaceReactions<T>(data: T, id: string, reactions: Reaction[]): T {
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

/** Shows the reactions wherever the thing is shown. */
export function showReactions(client: QueryClient, { kind, id }: Target, changed: Reaction[]) {
  for (const queryKey of keys[kind]) {
    client.setQueriesData({ queryKey }, (data: unknown) => replaceReactions(data, id, changed))
    // what is being fetched may have been read before the change
    const isFetching = { fetchStatus: 'fetching' } as const
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey, ...isFetching })
  }
}

/** The last change that was shown. */
let shown: ReactionsChanged | undefined

/** Keeps reactions of posts, news items and files as they are; of many on a page the first shows a change for all. */
export function useLiveReactions() {
  const client = useQueryClient()
  useSignal('reactions_changed', (changed) => {
    if (changed === shown) return
    shown = changed
    const { reactions, ...target } = changed
    showReactions(client, target, reactions)
  })
}

interface NamedOptions {
  enabled?: boolean
  /** With the names of all people, and not only those of the first hundred of each emoji. */
  all?: boolean
}

/** Names of people who reacted. `state` is the thing's reactions: others may have other names. */
export function useNamedReactions(
  { kind, id }: Target,
  state: readonly Reaction[],
  { enabled = true, all = false }: NamedOptions = {},
) {
  const counts = state.map(({ emoji, count }) => `${emoji}${count}`).join(' ')
  return useQuery({
    queryKey: reactionKeys.named(kind, id, all ? `${counts} all` : counts),
    enabled,
    placeholderData: all ? keepPreviousData : undefined,
    queryFn: ({ signal }) => call(reactions.read, { params: { kind, id }, query: all ? { all: 'true' } : {}, signal }),
  })
}
