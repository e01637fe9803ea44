import { showMentions } from '../../../contract/markdown/mentions.ts'
import css from '../versions/versions.module.css'
import { TextDiff } from './text-diff.tsx'
import { texts } from './texts.ts'

export interface PostText {
  title: string
  category: string
  content: string
}

export const isSameText = (one: PostText, other: PostText) =>
  one.title === other.title && one.category === other.category && one.content === other.content

interface Props {
  before: PostText
  after: PostText
  labels: { before: string; after: string }
}

export function PostDiff({ before, after, labels }: Props) {
  if (isSameText(before, after)) return <p className="muted small breaks">{texts.nothingDiffers}</p>
  return (
    <div className="stack contained gap-4">
      <div className={css.columnLabels} aria-hidden="true">
        <p>{labels.before}</p>
        <p>{labels.after}</p>
      </div>
      {(['title', 'category', 'content'] as const).map((field) => (
        <section key={field} className={`stack gap-1 ${css.field}`}>
          <h3>{texts[field]}</h3>
          {before[field] === after[field] && field !== 'content' ? (
            <p className="muted small breaks">
              {before[field]} · {texts.equal}
            </p>
          ) : (
            <TextDiff before={showMentions(before[field])} after={showMentions(after[field])} labels={labels} />
          )}
        </section>
      ))}
    </div>
  )
}
