import css from './text-difference.module.css'
import { TextDifference } from './text-difference.tsx'
import { texts } from './version-texts.ts'

/** What a version of a post says. */
export interface Words {
  title: string
  category: string
  content: string
}

export const sayTheSame = (one: Words, other: Words) =>
  one.title === other.title && one.category === other.category && one.content === other.content

interface Props {
  before: Words
  after: Words
  labels: { before: string; after: string }
}

/** Two versions of a post, field by field. The headings are third ones: it stands under a title of its own. */
export function PostDifference({ before, after, labels }: Props) {
  if (sayTheSame(before, after)) return <p className={css.remark}>{texts.nothingDiffers}</p>
  return (
    <div className={css.post}>
      <div className={css.heads} aria-hidden="true">
        <p>{labels.before}</p>
        <p>{labels.after}</p>
      </div>
      {(['title', 'category', 'content'] as const).map((field) => (
        <section key={field} className={css.field}>
          <h3>{texts[field]}</h3>
          {before[field] === after[field] && field !== 'content' ? (
            <p className={css.remark}>
              {before[field]} · {texts.equal}
            </p>
          ) : (
            <TextDifference before={before[field]} after={after[field]} labels={labels} />
          )}
        </section>
      ))}
    </div>
  )
}
