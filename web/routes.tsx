import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type PageName, pages } from '../contract/pages.ts'
import { Guard } from './auth/guard.tsx'
import RegisterPage from './auth/register-page.tsx'
import { texts } from './auth/texts.ts'
import HomePage from './home/home-page.tsx'
import { PageBoundary, UnexpectedError } from './page-boundary.tsx'
import { PageSkeleton, type PageWidth } from './ui/page/page-skeleton.tsx'

/** One screen for each page of the contract; its code is loaded when it is opened. */
const screens: Record<Exclude<PageName, 'root'>, ComponentType> = {
  home: HomePage,
  register: RegisterPage,
  blog: lazy(() => import('./posts/blog-page.tsx')),
  newPost: lazy(() => import('./posts/new-post-page.tsx')),
  drafts: lazy(() => import('./posts/drafts-page.tsx')),
  post: lazy(() => import('./posts/post-page.tsx')),
  editPost: lazy(() => import('./posts/edit-post-page.tsx')),
  chat: lazy(() => import('./chat/chat-page.tsx')),
  files: lazy(() => import('./files/files-page.tsx')),
  viewFile: lazy(() => import('./files/view-file-page.tsx')),
  news: lazy(() => import('./news/news-page.tsx')),
  admin: lazy(() => import('./admin/admin-page.tsx')),
  adminCategories: lazy(() => import('./categories/categories-page.tsx')),
  adminNotifications: lazy(() => import('./broadcasts/broadcast-page.tsx')),
  adminUserPreferences: lazy(() => import('./preferences/all-users/user-preferences-page.tsx')),
  emailPreferences: lazy(() => import('./account/email-preferences-page.tsx')),
  account: lazy(() => import('./account/account-page.tsx')),
}

/** Content for visitors where SPEC §2 doesn't redirect them to /home. */
const forVisitors: Partial<Record<PageName, ComponentType>> = {
  post: lazy(() => import('./posts/visitor-note.tsx').then(({ PostForVisitors }) => ({ default: PostForVisitors }))),
  drafts: lazy(() =>
    import('./posts/visitor-note.tsx').then(({ DraftsForVisitors }) => ({ default: DraftsForVisitors })),
  ),
}

/** Widths of pages that aren't lists; known before the page is loaded, for its skeleton. */
const widths: Partial<Record<PageName, PageWidth>> = {
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
  const width = widths[name]
  const inFrame = (Screen: ComponentType) => (
    <PageBoundary>
      <Suspense fallback={<PageSkeleton label={texts.loading} width={width} />}>
        <Screen />
      </Suspense>
    </PageBoundary>
  )
  const ForVisitors = forVisitors[name]
  return (
    <Guard access={pages[name].access} visitor={ForVisitors && inFrame(ForVisitors)} width={width}>
      {inFrame(screens[name])}
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
