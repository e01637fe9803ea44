import { useQuery, useQueryClient } from '@tanstack/react-query'
import { files } from '../../contract/files.ts'
import { call } from '../api/call.ts'
import { filesKey } from './api.ts'

const key = [...filesKey, 'newest']

/** The moment of the latest upload, null when there was none: sections come by name, and show their files when near. */
const findNewest = async (signal?: AbortSignal) =>
  (await call(files.list, { query: { limit: '1' }, signal })).items[0]?.uploaded_at ?? null

/** What the archive on the screen goes up to, and how it is brought up to date. */
export function useNewest() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => findNewest(signal),
    // what is shown isn't asked for anew either
    refetchOnWindowFocus: false,
  })

  async function update() {
    try {
      // asked first: what comes while the rest is fetched isn't taken for shown
      const newest = await findNewest()
      const isShown = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== key[1]
      await client.invalidateQueries({ queryKey: filesKey, predicate: isShown }, { throwOnError: true })
      client.setQueryData(key, newest)
      return { isError: false }
    } catch {
      return { isError: true }
    }
  }
  return { newest: data, update }
}
