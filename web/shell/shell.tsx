import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import { Brand } from './brand.tsx'
import { activeEntry, type NavEntry } from './nav-entry.ts'
import { NavItem } from './nav-item.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import css from './shell.module.css'
import { ThemeIcon, ThemeSwitch } from './theme-switch.tsx'
import { useTyping } from './use-typing.ts'

type ShellProps = {
  entries: NavEntry[]
  /** Who is signed in (Greeting); without it the person is a visitor. */
  greeting?: ReactNode
  online?: ReactNode
  /** Something more beside the greeting on wide windows. */
  account?: ReactNode
  /** The button that signs in or out. A visitor's is always in sight, a member's stands behind 'Más' where it is narrow. */
  session: ReactNode
  children: ReactNode
}

const content = 'contenido'

/** The frame around every page: one slim header, on phones with a bar of five places below. */
export function Shell({ entries, greeting, online, account, session, children }: ShellProps) {
  const active = activeEntry(entries, useLocation().pathname)
  const inMenu = entries.filter((entry) => entry.place && entry.place !== 'main')
  const ownAccount = entries.find((entry) => entry.place === 'account')
  useTyping()
  return (
    <div className={cx(css.shell, greeting ? css.member : css.visitor)}>
      <a href={`#${content}`} className={css.skip}>
        Saltar al contenido
      </a>
      <header className={css.header} data-print="no">
        <div className={css.bar}>
          <Brand />
          <nav aria-label="Principal" className={css.nav}>
            <ul>
              {entries
                .filter((entry) => entry.place !== 'account')
                .map((entry) => (
                  <li key={entry.to} className={entry.place === 'more' ? css.wideOnly : undefined}>
                    <NavItem entry={entry} active={entry.to === active} face="bar" />
                  </li>
                ))}
            </ul>
          </nav>
          <div className={css.tools}>
            {online}
            {greeting && <div className={cx(css.greeting, css.wideOnly)}>{greeting}</div>}
            {account && <div className={css.wideOnly}>{account}</div>}
            {ownAccount && (
              <div className={cx(css.wideOnly, css.account)}>
                <NavItem entry={ownAccount} active={ownAccount.to === active} face="lone" />
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
                  <ul className={css.rows}>
                    {inMenu.map((entry) => (
                      <li key={entry.to}>
                        <NavItem entry={entry} active={entry.to === active} face="row" onFollow={close} />
                      </li>
                    ))}
                  </ul>
                  <ThemeSwitch />
                  {greeting && <div className={css.panelFoot}>{session}</div>}
                </nav>
              )}
            </Popover>
          </div>
        </div>
      </header>
      <main id={content} className={css.main} tabIndex={-1}>
        {children}
      </main>
      <RouteAnnouncer within={content} />
    </div>
  )
}
