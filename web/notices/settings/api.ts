import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notices } from '../../../contract/notices/notices.ts'
import type { NoticeSettingsChanges } from '../../../contract/notices/settings.ts'
import { call } from '../../api/call.ts'
import { noticeKeys } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'

export const useSettings = () => useQuery(readQuery(notices.readSettings, noticeKeys.settings, {}))

export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    // one at a time, so that the last choice arrives last
    scope: { id: noticeKeys.settings.join() },
    mutationFn: (changes: NoticeSettingsChanges) => call(notices.updateSettings, { body: changes }),
    onSuccess: (settings) => client.setQueryData(noticeKeys.settings, settings),
  })
}
