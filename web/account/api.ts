import { useMutation } from '@tanstack/react-query'
import { accountExport, type NewExport, users } from '../../contract/users.ts'
import { call } from '../api/call.ts'
import { userKeys } from '../api/keys.ts'
import { useMember, userChanged } from '../api/session.ts'
import { useChange } from '../api/use-change.ts'

/** Hands the download to the browser, which keeps it on the disk, not in memory, and shows how far it is. */
function download(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

export const useDownloadExport = () =>
  useMutation({
    mutationFn: async (wanted: NewExport) => download((await call(accountExport.create, { body: wanted })).url),
  })

export function useChangeOwnAvatar() {
  const me = useMember()
  return useChange(
    (avatar: string | null) => call(users.changeOwnAvatar, { body: { avatar } }),
    [userKeys.lists],
    (_, user) => me && userChanged({ ...me, ...user }),
  )
}
