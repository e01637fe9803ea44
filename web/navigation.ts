import { pages } from '../contract/pages.ts'
import { texts } from './auth/texts.ts'
import { useUnreadBadge } from './chat/reading/read-state.ts'
import type { NavEntry } from './shell/nav-entry.ts'
import { useBlogBadge, useFilesBadge, useNewsBadge } from './whats-new/unseen-badge.ts'

const open: NavEntry[] = [{ to: pages.home.path, label: 'Inicio', icon: 'home' }]

const members: NavEntry[] = [
  { to: pages.blog.path, label: 'Blog', icon: 'book', useBadge: useBlogBadge },
  { to: pages.drafts.path, label: 'Mis Borradores', icon: 'quill', position: 'more' },
  { to: pages.news.path, label: 'Noticias', icon: 'news', useBadge: useNewsBadge },
  { to: pages.chat.path, label: 'Chat', icon: 'chat', useBadge: useUnreadBadge },
  { to: pages.files.path, label: 'Archivo', icon: 'archive', useBadge: useFilesBadge },
]
const admins: NavEntry[] = [{ to: pages.admin.path, label: 'Admin', icon: 'admin', position: 'more' }]
const account: NavEntry[] = [
  { to: pages.account.path, label: 'Administrar cuenta', icon: 'account', position: 'account' },
]

type Viewer = 'visitor' | 'member' | 'admin' | 'unknown'

/** The entries in their order (DECISIONS §3); all but home are disabled for a visitor, and until the viewer is known. */
export function navigation(viewer: Viewer): NavEntry[] {
  const guarded = [...members, ...(viewer === 'admin' ? admins : []), ...account]
  if (viewer === 'visitor')
    return [...open, ...guarded.map((entry) => ({ ...entry, disabledHint: texts.loginRequired }))]
  if (viewer === 'unknown') return [...open, ...guarded.map((entry) => ({ ...entry, isPending: true }))]
  return [...open, ...guarded]
}
