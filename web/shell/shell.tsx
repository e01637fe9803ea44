import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Popover } from '../ui/dialogs/popover.tsx'
import { Icon } from '../ui/icons.tsx'
import { Brand } from './brand.tsx'
import { activeEntry, type NavEntry } from './nav-entry.ts'
import { NavItem } from './nav-item.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import css from './shell.module.css'
import { ThemeIcon, ThemeSwitch } from './theme-switch.tsx'
import { useTyping } from './use-typing.ts'

type ShellProps = {
  entries: NavEntry[]
  greeting?: ReactNode
  search?: ReactNode
  notices?: ReactNode
  online?: ReactNode
  account?: ReactNode
  /** Button to sign in or out. A visitor's is always visible, a member's is in the menu 'Más' on narrow windows. */
  session: ReactNode
  /** As of `RouteAnnouncer`. */
  viewer: string | undefined
  children: ReactNode
}

const content = 'contenido'

/** Frame of every page: a slim header, on phones with a bottom bar of five entries. */
export function Shell({ entries, greeting, search, notices, online, account, session, viewer, children }: ShellProps) {
  const active = activeEntry(entries, useLocation().pathname)
  const inMenu = entries.filter((entry) => entry.position && entry.position !== 'main')
  const ownAccount = entries.find((entry) => entry.position === 'account')
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
                .filter((entry) => entry.position !== 'account')
                .map((entry) => (
                  <li key={entry.to} className={entry.position === 'more' ? css.wideOnly : undefined}>
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
            {account && <div className={css.wideOnly}>{account}</div>}
            {ownAccount && (
              <div className={cx('relative', css.wideOnly)}>
                <NavItem entry={ownAccount} active={ownAccount.to === active} variant="iconOnly" />
              </div>
            )}
            <Popover className={css.wideOnly} label="Tema" button={<ThemeIcon />}>
              <ThemeSwitch />
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
                  <ul className={`below-3 plain-list ${css.rows}`}>
                    {inMenu.map((entry) => (
                      <li key={entry.to}>
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
      <RouteAnnouncer within={content} viewer={viewer} />
    </div>
  )
}
