import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** Worth another try: no answer, or a server that is not well. A refusal stays one. */
const isPassing = (error: Error) => error instanceof CallError && (error.status === 0 || error.status >= 502)

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // a browser that thinks it is offline says so at once, instead of saving by itself later
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
