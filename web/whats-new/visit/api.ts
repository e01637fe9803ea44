import { useQueryClient } from '@tanstack/react-query'
import { type Visit, whatsNew } from '../../../contract/whats-new.ts'
import { call } from '../../api/call.ts'
import { whatsNewKeys } from '../../api/keys.ts'
import { useSignal } from '../../api/live.ts'
import { readQuery, useMemberQuery } from '../../api/read-query.ts'
import { useMember } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'

/** Changes of areas are followed with the counts, on every page; messages to the person are notices. */
export function useVisit() {
  const client = useQueryClient()
  const me = useMember()?.id
  useSignal('notices_changed', () => void client.invalidateQueries({ queryKey: whatsNewKeys.visit(me) }))
  return useMemberQuery({ ...readQuery(whatsNew.visit, whatsNewKeys.visit(me), {}), refetchOnMount: 'always' })
}

/** Marks everything as seen up to the newest item that is shown. */
export function useEndVisit() {
  const me = useMember()?.id
  return useChange(
    (visit: Visit) => {
      const moments = Object.values(visit).flatMap(({ newest }) => newest.map(({ at }) => at))
      return call(whatsNew.endVisit, { body: { until: moments.sort().at(-1) ?? new Date(0).toISOString() } })
    },
    [],
    (client, visit) => client.setQueryData(whatsNewKeys.visit(me), visit),
  )
}
