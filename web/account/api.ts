import { useMutation } from '@tanstack/react-query'
import { accountExport, type NewExport } from '../../contract/users.ts'
import { call } from '../api/call.ts'

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
