import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { NavEntry } from '../../shell/nav-entry.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { useActiveOption } from '../../ui/hooks/use-active-option.ts'
import { Icon } from '../../ui/icons.tsx'
import lists from '../search.module.css'
import { texts } from '../texts.ts'
import css from './palette.module.css'

interface Props {
  searches: string[]
  pages: NavEntry[]
  options: ReturnType<typeof useActiveOption>
  onChoose: (search: string) => void
  onClear: () => void
  onFollow: (event: MouseEvent) => void
}

/** The last searches, then the pages. */
export function BeforeTyping({ searches, pages, options, onChoose, onClear, onFollow }: Props) {
  const option = (index: number) => ({
    ...options.optionProps(index),
    className: cx(css.option, lists.option),
  })
  return (
    <>
      <p className={css.hint}>{texts.hint}</p>
      {searches.length > 0 && (
        <div className="row wrap spread">
          <h3 className={css.heading}>{texts.lastSearches}</h3>
          <Button size="s" variant="quiet" onClick={onClear}>
            {texts.clearSearches}
          </Button>
        </div>
      )}
      <div role="listbox" id={options.list} aria-label={texts.beforeTyping} className={css.list}>
        {searches.map((search, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and names the active option
          <div key={search} {...option(index)} role="option" tabIndex={-1} onClick={() => onChoose(search)}>
            <Icon name="clock" size={18} className="muted" />
            <bdi className="shrinks strong breaks">{search}</bdi>
          </div>
        ))}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a listbox */}
        <div role="group" aria-label={texts.kinds.page}>
          <h3 role="presentation" className={css.heading}>
            {texts.kinds.page}
          </h3>
          {pages.map(({ to, label, icon }, index) => (
            <Link key={to} to={to} {...option(searches.length + index)} role="option" tabIndex={-1} onClick={onFollow}>
              <Icon name={icon} size={18} className="muted" />
              <span className="shrinks strong breaks">{label}</span>
            </Link>
          ))}
        </div>
      </div>
    </>
  )
}
