import type { QueryClient } from '@tanstack/react-query'
import { createStore } from './store.ts'

/**
 * Undefined for a visitor, who asks for nothing: web/api/query-client.ts and its library come with the login dialog and with
 * a member's pages.
 */
export const loadedQueryClient = createStore<QueryClient | undefined>(undefined)
