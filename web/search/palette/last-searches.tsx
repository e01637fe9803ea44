import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { useActiveOption } from '../../ui/hooks/use-active-option.ts'
import { Icon } from '../../ui/icons.tsx'
import lists from '../lists.module.css'
import { texts } from '../texts.ts'
import css from './palette.module.css'

interface Props {
  searches: string[]
  options: ReturnType<typeof useActiveOption>
  onChoose: (search: string) => void
  onClear: () => void
}

export function LastSearches({ searches, options, onChoose, onClear }: Props) {
  return (
    <>
      <p className={css.hint}>{texts.hint}</p>
      {searches.length > 0 && (
        <>
          <div className={css.lastHead}>
            <h3 className={css.heading}>{texts.lastSearches}</h3>
            <Button size="s" variant="quiet" onClick={onClear}>
              {texts.clearSearches}
            </Button>
          </div>
          <div role="listbox" id={options.list} aria-label={texts.lastSearches} className={css.list}>
            {searches.map((search, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and names the active option
              <div
                key={search}
                {...options.optionProps(index)}
                role="option"
                tabIndex={-1}
                className={cx(css.option, lists.option)}
                onClick={() => onChoose(search)}
              >
                <Icon name="clock" size={18} className={css.pale} />
                <bdi className={css.name}>{search}</bdi>
              </div>
            ))}
          </div>
        </>
      )}
    </>
  )
}
