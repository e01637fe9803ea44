import { texts } from '../texts.ts'
import css from './search-page.module.css'

export const SearchHelp = () => (
  <details className={`above-2 muted small ${css.help}`}>
    <summary>{texts.help}</summary>
    <p>{texts.helpIntro}</p>
    <dl>
      {texts.examples.map(([example, meaning]) => (
        <div key={example}>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
)
