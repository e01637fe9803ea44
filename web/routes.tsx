import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type PageName, pages } from '../contract/pages.ts'
import { useStore } from './api/store.ts'
import { Guard } from './auth/guard.tsx'
import RegisterPage from './auth/register-page.tsx'
import { texts } from './auth/texts.ts'
import HomePage from './home/home-page.tsx'
import { memberParts } from './member-parts.ts'
import { PageBoundary, UnexpectedError } from './page-boundary.tsx'
import { type PageFrame, PageSkeleton } from './ui/page/skeleton.tsx'

const HelpPage = lazy(() => import('./help/help-page.tsx'))
const LinkPage = lazy(() => import('./auth/links/link-page.tsx'))

const whenLoaded = (page: ReactNode) => (
  <Suspense fallback={<PageSkeleton label={texts.loading} frame={{ width: 'reading', shape: 'fields' }} />}>
    {page}
  </Suspense>
)

/** The pages that a visitor needs; all others are in `memberPages`. */
const openPages = {
  home: <HomePage />,
  register: <RegisterPage />,
  help: whenLoaded(<HelpPage />),
  helpTopic: whenLoaded(<HelpPage />),
  invitation: whenLoaded(<LinkPage kind="invitation" />),
  password: whenLoaded(<LinkPage kind="password" />),
  notMe: whenLoaded(<LinkPage kind="notMe" />),
}

type OpenPage = keyof typeof openPages
type MemberPage = Exclude<PageName, OpenPage | 'root'>

function MemberScreen({ name, fallback }: { name: MemberPage; fallback: ReactNode }) {
  const parts = useStore(memberParts)
  if (!parts) return fallback
  const Page = parts.memberPages[name]
  return <Page fallback={fallback} />
}

/** Content for visitors where SPEC §2 doesn't redirect them to /home. */
const forVisitors: Partial<Record<PageName, ComponentType>> = {
  post: lazy(() => import('./posts/visitor-note.tsx').then(({ PostForVisitors }) => ({ default: PostForVisitors }))),
  drafts: lazy(() =>
    import('./posts/visitor-note.tsx').then(({ DraftsForVisitors }) => ({ default: DraftsForVisitors })),
  ),
}

/** Frames of pages that aren't a plain list of cards, for their skeletons. */
const frames: Partial<Record<PageName, PageFrame>> = {
  blog: { width: 'wide', hasSide: true },
  newPost: { hasBack: true, shape: 'fields' },
  editPost: { shape: 'fields' },
  post: { width: 'reading', hasBack: true, shape: 'lines' },
  chat: { width: 'reading', shape: 'bubbles' },
  files: { width: 'wide', hasSide: true, shape: 'tiles' },
  viewFile: { width: 'wide', shape: 'lines' },
  notices: { width: 'reading', shape: 'rows' },
  search: { shape: 'cards' },
  admin: { width: 'wide', shape: 'table' },
  adminCategories: { width: 'wide', hasBack: true, shape: 'table' },
  adminNotifications: { width: 'wide', hasBack: true, shape: 'fields' },
  adminUserPreferences: { width: 'wide', hasBack: true, shape: 'table' },
  adminState: { hasBack: true, shape: 'rows' },
  emailPreferences: { width: 'reading', hasBack: true, shape: 'rows' },
  account: { width: 'reading', shape: 'rows' },
}

const isOpen = (name: PageName): name is OpenPage => name in openPages

function screen(name: OpenPage | MemberPage) {
  if (isOpen(name)) return <PageBoundary>{openPages[name]}</PageBoundary>
  const frame = frames[name]
  const fallback = <PageSkeleton label={texts.loading} frame={frame} />
  const ForVisitors = forVisitors[name]
  const note = ForVisitors && (
    <Suspense fallback={fallback}>
      <ForVisitors />
    </Suspense>
  )
  return (
    <PageBoundary>
      <Guard access={pages[name].access} visitor={note} frame={frame}>
        <MemberScreen name={name} fallback={fallback} />
      </Guard>
    </PageBoundary>
  )
}

const names = Object.keys(pages).filter((name) => name !== 'root') as (OpenPage | MemberPage)[]

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
