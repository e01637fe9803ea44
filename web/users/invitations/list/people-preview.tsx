import { Icon } from '../../../ui/icons.tsx'
import css from '../../user-dialog.module.css'
import type { Mistakes } from './mistakes.ts'
import type { TypedPerson } from './read-people.ts'
import { texts } from './texts.ts'

/** The people of a list, each with the mistakes of it. */
export function PeoplePreview({ people, mistakes }: { people: TypedPerson[]; mistakes: Mistakes[] }) {
  return (
    <ol className="plain-list rounded-l outlined divided">
      {people.map(({ name, email, phone }, index) => {
        const messages = Object.values(mistakes[index] ?? {})
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person of the list has nothing else of their own
          <li key={index} className={css.person} data-wrong={messages.length > 0 || undefined}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <div className="grow breaks">
              <p className="tight strong">{name || texts.noName}</p>
              <p className="muted small">{[email || texts.noEmail, phone].filter(Boolean).join(' · ')}</p>
              {messages.map((message) => (
                <p key={message} className={css.mistake}>
                  <Icon name="warning" size={16} />
                  {message}
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
