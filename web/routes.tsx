import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type PageName, pages } from '../contract/pages.ts'
import { Guard } from './auth/guard.tsx'
import RegisterPage from './auth/register-page.tsx'
import { texts } from './auth/texts.ts'
import HomePage from './home/home-page.tsx'
import { loadedPages } from './loaded-pages.ts'
import { PageBoundary, UnexpectedError } from './page-boundary.tsx'
import { PageSkeleton, type PageWidth } from './ui/page/page-skeleton.tsx'

/** One screen for each page of the contract. */
const screens: Record<Exclude<PageName, 'root'>, ComponentType<{ fallback: ReactNode }>> = {
  home: HomePage,
  register: RegisterPage,
  ...loadedPages,
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
  const fallback = <PageSkeleton label={texts.loading} width={width} />
  const Screen = screens[name]
  const ForVisitors = forVisitors[name]
  const note = ForVisitors && (
    <Suspense fallback={fallback}>
      <ForVisitors />
    </Suspense>
  )
  return (
    <PageBoundary>
      <Guard access={pages[name].access} visitor={note} width={width}>
        <Screen fallback={fallback} />
      </Guard>
    </PageBoundary>
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
