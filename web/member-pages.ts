import type { ComponentType, ReactNode } from 'react'
import type { PageName } from '../contract/pages.ts'
import { loadable } from './ui/loadable.tsx'

type Loadable = ComponentType<{ fallback: ReactNode }> & { preload: () => Promise<void> }

/** The pages of members. */
export const memberPages: Record<
  Exclude<PageName, 'root' | 'home' | 'register' | 'help' | 'helpTopic' | 'invitation' | 'password' | 'notMe'>,
  Loadable
> = {
  blog: loadable(() => import('./posts/blog-page.tsx')),
  newPost: loadable(() => import('./posts/new-post-page.tsx')),
  drafts: loadable(() => import('./posts/drafts-page.tsx')),
  post: loadable(() => import('./posts/post-page.tsx')),
  editPost: loadable(() => import('./posts/edit-post-page.tsx')),
  chat: loadable(() => import('./chat/chat-page.tsx')),
  files: loadable(() => import('./files/files-page.tsx')),
  viewFile: loadable(() => import('./files/view-file-page.tsx')),
  news: loadable(() => import('./news/news-page.tsx')),
  notices: loadable(() => import('./notices/notices-page.tsx')),
  search: loadable(() => import('./search/page/search-page.tsx')),
  admin: loadable(() => import('./admin/admin-page.tsx')),
  adminCategories: loadable(() => import('./categories/categories-page.tsx')),
  adminNotifications: loadable(() => import('./broadcasts/broadcast-page.tsx')),
  adminUserPreferences: loadable(() => import('./preferences/all-users/user-preferences-page.tsx')),
  adminState: loadable(() => import('./state/state-page.tsx')),
  emailPreferences: loadable(() => import('./account/email-preferences-page.tsx')),
  account: loadable(() => import('./account/account-page.tsx')),
}
