import { parameters } from '../../../contract/content/places.ts'

/** Ways to look at the archive, the first one by default; in the address, for links and the back button. */
export const archiveViews = ['categoria', 'recientes', 'fotos'] as const
export type ArchiveView = (typeof archiveViews)[number]

const [byCategory] = archiveViews
const parameter = 'vista'

export const viewIn = (search: URLSearchParams): ArchiveView =>
  archiveViews.find((view) => view === search.get(parameter)) ?? byCategory

/** The search parameters of a view of a category, or of all files. */
export const searchOf = (view: ArchiveView, category: string | undefined) => ({
  ...(view !== byCategory && { [parameter]: view }),
  ...(category !== undefined && { [parameters.category]: category }),
})
