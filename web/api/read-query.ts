import {
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Answer, type Call, call } from './call.ts'
import { useSession } from './session.ts'

/** The query of a row that is read whole. */
export const readQuery = <E extends Endpoint>(row: E, queryKey: QueryKey, request: Omit<Call<E>, 'signal'>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }: QueryFunctionContext): Promise<Answer<E>> => call(row, { ...(request as Call<E>), signal }),
  })

/** A query that is enabled while somebody is signed in: the page itself asks to sign in again after a session has ended. */
export const useMemberQuery = <Data>(query: UseQueryOptions<Data>) =>
  useQuery({ ...query, enabled: useSession().phase === 'member', refetchOnWindowFocus: 'always' })
