import { Dialog } from '../ui/dialog.tsx'
import css from './guide.module.css'
import { examples, reference, tips } from './guide-examples.ts'
import { guideTexts } from './guide-texts.ts'
import { LazyMarkdown } from './lazy-markdown.tsx'

export interface MarkdownGuideProps {
  open: boolean
  onClose: () => void
}

/** 'Guía de Markdown' (SPEC §2): each example as it is typed and as it comes out. Load it through `guide-button.tsx`. */
export default function MarkdownGuide({ open, onClose }: MarkdownGuideProps) {
  return (
    <Dialog
      title={guideTexts.title}
      description={guideTexts.about}
      open={open}
      onOpenChange={(next) => next || onClose()}
      width="l"
    >
      <div className={css.guide}>
        {examples.map((example, index) => (
          <Example key={example.name} id={`guide-${index + 1}`} {...example} />
        ))}
        <section>
          <h3 className={css.name}>{guideTexts.tips}</h3>
          <ul className={css.tips}>
            {tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className={css.name}>{guideTexts.reference}</h3>
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
      <h3 className={css.name}>{name}</h3>
      <p className={css.about}>{about}</p>
      <div className={css.pair}>
        <div>
          <p className={css.side}>{guideTexts.source}</p>
          <pre className={css.source}>{source}</pre>
        </div>
        <div>
          <p className={css.side}>{guideTexts.result}</p>
          <div className={css.result}>
            <LazyMarkdown id={id} text={source} level={4} />
          </div>
        </div>
      </div>
    </section>
  )
}
