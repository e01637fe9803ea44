import type { Access } from './endpoint.ts'

/**
 * Screens of SPEC §2 with their access. The web makes its routes from them; the server answers 404, with a page, for
 * any other path.
 */
export const pages = {
  root: { path: '/', access: 'public' },
  home: { path: '/home', access: 'public' },
  invitation: { path: '/invitation/:token', access: 'public' },
  password: { path: '/password/:token', access: 'public' },
  notMe: { path: '/not-me/:token', access: 'public' },
  register: { path: '/register', access: 'public' },
  help: { path: '/help', access: 'public' },
  helpTopic: { path: '/help/:topic', access: 'public' },
  blog: { path: '/blog', access: 'member' },
  newPost: { path: '/blog/create', access: 'member' },
  drafts: { path: '/blog/drafts', access: 'member' },
  post: { path: '/blog/:id', access: 'member' },
  editPost: { path: '/blog/:id/edit', access: 'member' },
  chat: { path: '/chat', access: 'member' },
  files: { path: '/files', access: 'member' },
  viewFile: { path: '/files/:id/view', access: 'member' },
  news: { path: '/news', access: 'member' },
  notices: { path: '/notices', access: 'member' },
  search: { path: '/search', access: 'member' },
  admin: { path: '/admin', access: 'admin' },
  adminCategories: { path: '/admin/categories', access: 'admin' },
  adminNotifications: { path: '/admin/notifications', access: 'admin' },
  adminUserPreferences: { path: '/admin/user-email-preferences', access: 'admin' },
  adminState: { path: '/admin/state', access: 'admin' },
  emailPreferences: { path: '/profile/email-preferences', access: 'member' },
  account: { path: '/account', access: 'member' },
} as const satisfies Record<string, { path: string; access: Access }>

export type PageName = keyof typeof pages
