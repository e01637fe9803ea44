import type { NewsItem } from '../../contract/news.ts'
import aside from '../ui/aside.module.css'
import { Button } from '../ui/button.tsx'
import type { Draft } from './draft.ts'
import css from './news-form.module.css'
import { NewsForm } from './news-form.tsx'
import { texts } from './texts.ts'
import type { useEdit } from './use-edit.ts'
import type { Shown } from './use-held.ts'

interface Props {
  item: Shown
  draft: Draft
  editing: ReturnType<typeof useEdit>
}

/** The form in the place of a link, and what others made of the link meanwhile. */
export function EditNews({ item, draft, editing }: Props) {
  return (
    <div className={css.panel}>
      <NewsForm
        label={texts.editing}
        id={item.id}
        urlField={editing.field}
        draft={draft}
        onType={editing.type}
        isSaving={editing.isSaving}
        failure={editing.failure}
        send={item.isGone ? texts.shareAgain : texts.save}
        onSend={(body) => void editing.save(body)}
        onCancel={() => void editing.cancel()}
      >
        <h2 className={css.heading}>{texts.editing}</h2>
        <div role="status" className={aside.aside}>
          {item.isGone && <p>{texts.deletedMeanwhile}</p>}
          {editing.isOutdated && <Theirs item={item} onKeep={() => void editing.cancel()} />}
        </div>
      </NewsForm>
    </div>
  )
}

const Theirs = ({ item, onKeep }: { item: NewsItem; onKeep: () => void }) => (
  <>
    <p>{texts.changedMeanwhile}</p>
    <div className={css.theirs}>
      <p>{item.title}</p>
      <p>{item.url}</p>
      <p>{item.comment ?? texts.noComment}</p>
    </div>
    <p>{texts.orSaveYours}</p>
    <Button size="s" className={css.keep} onClick={onKeep}>
      {texts.keepTheirs}
    </Button>
  </>
)
