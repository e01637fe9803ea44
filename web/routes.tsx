import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type PageName, pages } from '../contract/pages.ts'
import { Guard } from './auth/guard.tsx'
import { texts } from './auth/texts.ts'
import { Waiting, type WaitingWidth } from './auth/waiting.tsx'
import { DraftsForVisitors, PostForVisitors } from './blog/visitors.tsx'
import HomePage from './home/home-page.tsx'
import { PageBoundary, UnexpectedError } from './page-boundary.tsx'

/** One screen for each page of the contract; what it is made of is loaded when it is opened. */
const screens: Record<Exclude<PageName, 'root'>, ComponentType> = {
  home: HomePage,
  register: lazy(() => import('./auth/register-page.tsx')),
  blog: lazy(() => import('./blog/blog-page.tsx')),
  newPost: lazy(() => import('./blog/create-post-page.tsx')),
  drafts: lazy(() => import('./blog/drafts-page.tsx')),
  post: lazy(() => import('./blog/post-page.tsx')),
  editPost: lazy(() => import('./blog/edit-post-page.tsx')),
  chat: lazy(() => import('./chat/chat-page.tsx')),
  files: lazy(() => import('./files/files-page.tsx')),
  viewFile: lazy(() => import('./files/view-file-page.tsx')),
  news: lazy(() => import('./news/news-page.tsx')),
  admin: lazy(() => import('./admin/admin-page.tsx')),
  adminCategories: lazy(() => import('./admin/categories-page.tsx')),
  adminNotifications: lazy(() => import('./notifications/broadcast-page.tsx')),
  adminUserPreferences: lazy(() => import('./notifications/user-preferences-page.tsx')),
  emailPreferences: lazy(() => import('./account/email-preferences-page.tsx')),
  account: lazy(() => import('./account/account-page.tsx')),
}

/** What a visitor sees where SPEC §2 doesn't send them to /home. */
const forVisitors: Partial<Record<PageName, ReactNode>> = {
  post: <PostForVisitors />,
  drafts: <DraftsForVisitors />,
}

/** How wide a page is, where it isn't a list: known before the page is, for what stands there meanwhile. */
const widths: Partial<Record<PageName, WaitingWidth>> = {
  blog: 'wide',
  post: 'reading',
  chat: 'wide',
  files: 'wide',
  admin: 'wide',
  adminCategories: 'wide',
  adminNotifications: 'wide',
  adminUserPreferences: 'wide',
  emailPreferences: 'reading',
  account: 'reading',
}

function screen(name: Exclude<PageName, 'root'>) {
  const Screen = screens[name]
  return (
    <Guard access={pages[name].access} visitor={forVisitors[name]} width={widths[name]}>
      <PageBoundary>
        <Suspense fallback={<Waiting label={texts.loading} width={widths[name]} />}>
          <Screen />
        </Suspense>
      </PageBoundary>
    </Guard>
  )
}

const names = Object.keys(screens) as Exclude<PageName, 'root'>[]

export function AppRoutes() {
  return (
    <Routes>
      <Route path={pages.root.path} element={<Navigate to={pages.home.path} replace />} />
      {names.map((name) => (
        <Route key={name} path={pages[name].path} element={screen(name)} />
      ))}
      <Route path="*" element={<UnexpectedError />} />
    </Routes>
  )
}
