import { pages } from '../../../contract/pages.ts'
import type { Visit } from '../../../contract/whats-new.ts'
import type { IconName } from '../../ui/icons.tsx'

/** `to` is the page that lists them. */
const groups: { name: keyof Visit; icon: IconName; to?: string }[] = [
  { name: 'messages', icon: 'chat', to: pages.chat.path },
  { name: 'posts', icon: 'book', to: pages.blog.path },
  { name: 'conversations', icon: 'comment' },
  { name: 'news', icon: 'news', to: pages.news.path },
  { name: 'files', icon: 'archive', to: pages.files.path },
]

export const filledGroups = (visit: Visit) => groups.filter(({ name }) => visit[name].count > 0)
export type VisitGroup = (typeof groups)[number]
