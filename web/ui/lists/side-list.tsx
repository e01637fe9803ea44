import { type ReactNode, useState } from 'react'
import { CategoryEmblem } from '../category-emblem.tsx'
import { Icon } from '../icons.tsx'
import css from './side-list.module.css'

/** Class of the element around a `SideList` and the main column; `--column` is that column's maximum width. */
export const columns = css.columns

interface CountedCategory {
  /** 'none' for things without a category. */
  id: string
  name: string
  count: number
}

interface Props {
  title: string
  /** In place of categories that are being loaded, or can't be. */
  state: ReactNode
  /** The choice of all, which comes first. */
  all: { label: string; count: number | undefined }
  categories: CountedCategory[] | undefined
  chosen: string | undefined
  onChoose: (category: string | undefined) => void
  /** Adds something to the button of a category. */
  wrap?: (button: ReactNode, category: CountedCategory) => ReactNode
}

/** Categories next to a list; on phones behind a button, so that the list comes first. */
export function SideList(props: Props) {
  const { title, state, all, categories, chosen, onChoose, wrap = (button) => button } = props
  const [isOpen, setOpen] = useState(false)
  function choose(category: string | undefined) {
    setOpen(false)
    onChoose(category)
  }
  return (
    <aside className={css.side} aria-label={title}>
      <h2 className={`below-3 serif large ${css.heading}`}>{title}</h2>
      <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title}
        <Icon name="chevron" size={18} />
      </button>
      <div className={isOpen ? css.open : css.closed}>
        {state}
        {categories && (
          <ul className="plain-list">
            <li>
              <Choice {...all} isChosen={chosen === undefined} onChoose={() => choose(undefined)} />
            </li>
            {categories.map((category) => (
              <li key={category.id}>
                {wrap(
                  <Choice
                    icon={<CategoryEmblem id={category.id === 'none' ? null : category.id} size={22} />}
                    label={category.name}
                    count={category.count}
                    isChosen={chosen === category.id}
                    onChoose={() => choose(category.id)}
                  />,
                  category,
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </aside>
  )
}

interface ChoiceProps {
  icon?: ReactNode
  label: string
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
}

const Choice = ({ icon, label, count, isChosen, onChoose }: ChoiceProps) => (
  <button type="button" className={css.name} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
    {icon}
    <span className="grow breaks">{label}</span>
    <span className="muted small tabular">{count ?? ''}</span>
  </button>
)
