import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LazyMarkdown } from '../lazy-markdown.tsx'
import css from './guide.module.css'
import { examples, reference, tips } from './guide-examples.ts'
import { texts } from './texts.ts'

export interface MarkdownGuideProps {
  open: boolean
  onClose: () => void
}

/** SPEC §2, 'Guía de Markdown': each example as source and result. Load it through `guide-button.tsx`. */
export default function MarkdownGuide({ open, onClose }: MarkdownGuideProps) {
  return (
    <Dialog title={texts.title} description={texts.about} open={open} onClose={onClose} width="l">
      <div className="stack gap-6">
        {examples.map((example, index) => (
          <Example key={example.name} id={`guide-${index + 1}`} {...example} />
        ))}
        <section>
          <h3 className="large">{texts.tips}</h3>
          <ul className={css.tips}>
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="large">{texts.reference}</h3>
          <dl className={css.reference}>
            {reference.map(([source, purpose]) => (
              <div key={source}>
                <dt>{purpose}</dt>
                <dd>
                  <code>{source}</code>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

function Example({ id, name, about, source }: { id: string; name: string; about: string; source: string }) {
  return (
    <section>
      <h3 className="large">{name}</h3>
      <p className="above-1 muted">{about}</p>
      <div className={css.pair}>
        <div>
          <p className={css.side}>{texts.source}</p>
          <pre className={css.source}>{source}</pre>
        </div>
        <div>
          <p className={css.side}>{texts.result}</p>
          <div className={css.result}>
            <LazyMarkdown id={id} text={source} level={4} />
          </div>
        </div>
      </div>
    </section>
  )
}
