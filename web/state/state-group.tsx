import { type ReactNode, useId } from 'react'
import { Badge } from '../ui/badge.tsx'
import { SectionHead } from '../ui/page/section-head.tsx'
import { WithCode } from '../ui/with-code.tsx'
import type { StateItem } from './describe-state.ts'
import css from './state.module.css'
import { texts } from './texts.ts'

interface Props {
  title: string
  items: StateItem[]
  action?: ReactNode
  /** Below the head. */
  children?: ReactNode
}

export function StateGroup({ title, items, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <SectionHead id={id} title={title} action={action} />
      {children}
      <dl className={css.items}>
        {items.map((item) => (
          <Item key={item.name} {...item} />
        ))}
      </dl>
    </section>
  )
}

function Item({ name, value, word, notes }: StateItem) {
  return (
    <div className={css.item}>
      <dt className="muted">{name}</dt>
      <dd className={css.itemWord}>
        {word === 'fine' ? (
          <span className={css.fine}>{texts.words.fine}</span>
        ) : (
          <Badge tone={word === 'care' ? 'draft' : 'neutral'}>{texts.words[word]}</Badge>
        )}
      </dd>
      <dd className={css.value}>
        {value.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two processes may say the same
          <p key={index}>
            <WithCode text={line} />
          </p>
        ))}
      </dd>
      {notes.map(({ todo, details }) => (
        <dd key={todo} className={css.note} data-word={word}>
          <p>
            <WithCode text={todo} />
          </p>
          {details.length > 0 && (
            <ul className={css.details}>
              {details.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </dd>
      ))}
    </div>
  )
}
