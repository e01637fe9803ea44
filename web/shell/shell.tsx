import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { cx } from '../ui/cx.ts'
import { Popover } from '../ui/dialogs/popover.tsx'
import { Icon } from '../ui/icons.tsx'
import header from './header.module.css'
import type { NavEntry } from './nav-entry.ts'
import { NavItem } from './nav-item.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import css from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'
import { useTyping } from './use-typing.ts'

type ShellProps = {
  entries: NavEntry[]
  greeting?: ReactNode
  search?: ReactNode
  notices?: ReactNode
  online?: ReactNode
  /** Button to sign in or out. A visitor's is always visible, a member's is in the menu 'Más' on narrow windows. */
  session: ReactNode
  /** As of `RouteAnnouncer`. */
  viewer: string | undefined
  children: ReactNode
}

const content = 'contenido'

const Brand = () => (
  <Link to="/home" className={header.brand}>
    <svg className={header.logo} width="34" height="34" viewBox="0 0 36 36" aria-hidden="true">
      <path className={header.glow} d="M18 9 2 3.5v10zm0 0 16-5.5v10z" />
      <path className={header.tower} d="M14.5 25 15.8 12h4.4l1.3 13-3.5 2.5z" />
      <path
        className={header.lines}
        d="M15.8 12 14.6 24m5.6-12 1.2 12M14.3 12h7.4M15.8 12V8.5h4.4V12m-5-3.5L18 4.8l2.8 3.7zM15.4 16.5h5.2M15 20.5h6"
      />
      <path
        className={header.lines}
        d="M3.5 22.5c5-1 10-.3 14.5 3 4.5-3.3 9.5-4 14.5-3v8c-5-1-10-.3-14.5 3-4.5-3.3-9.5-4-14.5-3zm14.5 3v8M7 26c2.7-.2 5 .3 7.5 1.7M29 26c-2.7-.2-5 .3-7.5 1.7"
      />
    </svg>
    <span>Alejandría</span>
  </Link>
)

/** The entry with the longest address that leads to this page: /blog/drafts is Mis Borradores, not Blog. */
function activeEntry(entries: NavEntry[], pathname: string) {
  return entries
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]?.to
}

/** Frame of every page: a slim header, on phones with a bottom bar of five entries. */
export function Shell({ entries, greeting, search, notices, online, session, viewer, children }: ShellProps) {
  const { pathname } = useLocation()
  const active = activeEntry(entries, pathname)
  const inMenu = entries.filter((entry) => entry.position)
  const ownAccount = entries.find((entry) => entry.position === 'account')
  const help = entries.find((entry) => entry.position === 'menu')
  useTyping()
  return (
    <div className={cx(css.shell, Boolean(greeting) && css.member)}>
      <a href={`#${content}`} className={css.skip}>
        Saltar al contenido
      </a>
      <header className={css.header} data-print="no">
        <div className={css.bar}>
          <Brand />
          <nav aria-label="Principal" className={css.nav}>
            <ul className="flex plain-list">
              {entries
                .filter((entry) => entry.position !== 'account' && entry.position !== 'menu')
                .map((entry) => (
                  <li key={entry.to} className={cx('relative', entry.position === 'more' && css.wideOnly)}>
                    <NavItem entry={entry} active={entry.to === active} variant="bar" />
                  </li>
                ))}
            </ul>
          </nav>
          <div className={css.tools}>
            {search}
            {notices}
            {online}
            {greeting && <div className={cx(css.greeting, css.wideOnly)}>{greeting}</div>}
            {ownAccount && (
              <div className={cx('relative', css.wideOnly)}>
                <NavItem entry={ownAccount} active={ownAccount.to === active} variant="iconOnly" />
              </div>
            )}
            <Popover className={css.wideOnly} label="Ayuda y tema" button={<Icon name="menu" size={22} />}>
              {(close) => (
                <>
                  {help && <NavItem entry={help} active={help.to === active} variant="row" onFollow={close} />}
                  <ThemeSwitch />
                </>
              )}
            </Popover>
            <div className={css.session}>{session}</div>
            <Popover
              className={css.narrowOnly}
              label="Más"
              button={<Icon name="menu" size={22} />}
              panelClassName={css.panel}
            >
              {(close) => (
                <nav aria-label="Más">
                  {greeting && <div className={css.panelHead}>{greeting}</div>}
                  <ul className="below-3 plain-list">
                    {inMenu.map((entry) => (
                      <li key={entry.to} className="relative">
                        <NavItem entry={entry} active={entry.to === active} variant="row" onFollow={close} />
                      </li>
                    ))}
                  </ul>
                  <ThemeSwitch />
                  {greeting && <div className="stack above-3">{session}</div>}
                </nav>
              )}
            </Popover>
          </div>
        </div>
      </header>
      <main id={content} className={css.main} tabIndex={-1}>
        {children}
      </main>
      {/* the chat fills the window */}
      {pathname !== pages.chat.path && (
        <footer className="centered small" data-print="no">
          <Link to={pages.help.path} className="inline-row touch muted">
            Ayuda
          </Link>
        </footer>
      )}
      <RouteAnnouncer within={content} viewer={viewer} />
    </div>
  )
}
