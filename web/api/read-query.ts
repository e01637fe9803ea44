import { type QueryFunctionContext, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Answer, type Call, call } from './call.ts'

/** The query of a row that is read whole. */
export const readQuery = <E extends Endpoint>(row: E, queryKey: QueryKey, request: Omit<Call<E>, 'signal'>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }: QueryFunctionContext): Promise<Answer<E>> => call(row, { ...(request as Call<E>), signal }),
  })
