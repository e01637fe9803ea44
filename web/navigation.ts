import { pages } from '../contract/pages.ts'
import { createStore } from './api/store.ts'
import { texts } from './auth/texts.ts'
import type { NavBadge, NavEntry } from './shell/nav-entry.ts'

/** Badges of the entries, filled in for members (web/member.tsx). */
export const badges = {
  blog: createStore<NavBadge | undefined>(undefined),
  news: createStore<NavBadge | undefined>(undefined),
  chat: createStore<NavBadge | undefined>(undefined),
  files: createStore<NavBadge | undefined>(undefined),
}

const open: NavEntry[] = [{ to: pages.home.path, label: 'Inicio', icon: 'home' }]

const members: NavEntry[] = [
  { to: pages.blog.path, label: 'Blog', icon: 'book', badge: badges.blog },
  { to: pages.drafts.path, label: 'Mis Borradores', icon: 'quill', position: 'more' },
  { to: pages.news.path, label: 'Noticias', icon: 'news', badge: badges.news },
  { to: pages.chat.path, label: 'Chat', icon: 'chat', badge: badges.chat },
  { to: pages.files.path, label: 'Archivo', icon: 'archive', badge: badges.files },
]
const admins: NavEntry[] = [{ to: pages.admin.path, label: 'Admin', icon: 'admin', position: 'more' }]
const account: NavEntry[] = [
  { to: pages.account.path, label: 'Administrar cuenta', icon: 'account', position: 'account' },
]
const help: NavEntry[] = [{ to: pages.help.path, label: 'Ayuda', icon: 'help', position: 'menu' }]

/** `limited`: a member who has yet to add a demanded second factor. */
type Viewer = 'visitor' | 'member' | 'admin' | 'limited' | 'unknown'

/** The entries in their order (DECISIONS §3). Home and help are for everybody; the others are disabled for a visitor, and until the viewer is known. */
export function navigation(viewer: Viewer): NavEntry[] {
  const guarded = [...members, ...(viewer === 'admin' ? admins : []), ...account]
  const disabled = (entries: NavEntry[], disabledHint: string) => entries.map((entry) => ({ ...entry, disabledHint }))
  if (viewer === 'visitor') return [...open, ...disabled(guarded, texts.loginRequired), ...help]
  if (viewer === 'limited') return [...disabled([...open, ...guarded], texts.factorFirst), ...help]
  if (viewer === 'unknown') return [...open, ...guarded.map((entry) => ({ ...entry, isPending: true })), ...help]
  return [...open, ...guarded, ...help]
}
