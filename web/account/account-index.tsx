import css from './account.module.css'
import { texts } from './texts.ts'

/** Ids of the headings of the parts, in their order. */
const parts = ['passkeys', 'factors', 'sessions', 'avisos', 'push', 'takeaway'] as const

/** Leads to the parts of the long page. */
export const AccountIndex = () => (
  <nav aria-label={texts.index} className={css.index}>
    <ul>
      {parts.map((part) => (
        <li key={part}>
          <a href={`#${part}`}>{texts.parts[part]}</a>
        </li>
      ))}
    </ul>
  </nav>
)
