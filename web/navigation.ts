import { pages } from '../contract/pages.ts'
import { texts } from './auth/texts.ts'
import { useUnreadMark } from './chat/unread-mark.ts'
import { useBlogMark, useFilesMark, useNewsMark } from './sections/fresh-mark.ts'
import type { NavEntry } from './shell/nav-entry.ts'

const open: NavEntry[] = [{ to: pages.home.path, label: 'Inicio', icon: 'home' }]

const members: NavEntry[] = [
  { to: pages.blog.path, label: 'Blog', icon: 'book', useMark: useBlogMark },
  { to: pages.drafts.path, label: 'Mis Borradores', icon: 'quill', place: 'more' },
  { to: pages.news.path, label: 'Noticias', icon: 'news', useMark: useNewsMark },
  { to: pages.chat.path, label: 'Chat', icon: 'chat', useMark: useUnreadMark },
  { to: pages.files.path, label: 'Archivo', icon: 'archive', useMark: useFilesMark },
]
const admins: NavEntry[] = [{ to: pages.admin.path, label: 'Admin', icon: 'admin', place: 'more' }]
const account: NavEntry[] = [{ to: pages.account.path, label: 'Administrar cuenta', icon: 'account', place: 'account' }]

/** The entries in their order (DECISIONS §3); for a visitor all but home are there but say that a login is required. */
export function navigation({ isVisitor, isAdmin }: { isVisitor: boolean; isAdmin: boolean }): NavEntry[] {
  const guarded = [...members, ...(isAdmin ? admins : []), ...account]
  return [...open, ...guarded.map((entry) => (isVisitor ? { ...entry, disabledHint: texts.loginRequired } : entry))]
}
