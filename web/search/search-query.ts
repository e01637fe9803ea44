import { search } from '../../contract/search.ts'
import { searchKeys } from '../api/keys.ts'
import { pagedQuery } from '../api/paged.ts'
import type { SearchFilter } from './search-filter.ts'

const perPage = '20'

export const searchQuery = (filter: SearchFilter) =>
  pagedQuery(search.find, searchKeys.hits(filter), { query: { limit: perPage, ...filter } })
