import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type SectionName, sections } from '../../contract/sections.ts'
import { call } from '../api/call.ts'
import { onConnected, onLive } from '../api/live.ts'
import { useMember, useSession } from '../api/session.ts'

/** Milliseconds within which browsers ask that were told at one moment, so that they don't ask at one moment. */
const askWithin = 1000

const key = ['sections']

/** What is new for the signed-in person in blog, news and archive. */
export function useVisits() {
  const isMember = useSession().phase === 'member'
  return useQuery({
    queryKey: [...key, useMember()?.id],
    // a session that ended is asked for by the page
    enabled: isMember,
    queryFn: ({ signal }) => call(sections.list, { signal }),
    refetchOnWindowFocus: 'always',
  })
}

let asking: ReturnType<typeof setTimeout> | undefined

/** Once for all who want it; whoever is out of sight asks when they are seen again. */
function askSoon(client: QueryClient) {
  if (asking !== undefined) return
  asking = setTimeout(() => {
    asking = undefined
    const isSeen = document.visibilityState === 'visible'
    void client.invalidateQueries({ queryKey: key, refetchType: isSeen ? 'active' : 'none' })
  }, Math.random() * askWithin)
}

/** Keeps what is known of a section as it is, for as long as somebody shows it. */
export function useFollow(section: SectionName) {
  const client = useQueryClient()
  useEffect(() => {
    const ends = [
      onLive('section_changed', (changed) => changed === section && askSoon(client)),
      // nobody told us of what was there before
      onConnected(() => askSoon(client)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client, section])
}

/** Says until which moment a section was seen. It isn't worth a word when that fails: it is said again at a later look. */
export function useSeen(section: SectionName) {
  const client = useQueryClient()
  const me = useMember()?.id
  const { mutate } = useMutation({
    mutationFn: (until: string) => call(sections.seen, { params: { section }, body: { until } }),
    onSuccess: (known) => client.setQueryData([...key, me], known),
  })
  return mutate
}
