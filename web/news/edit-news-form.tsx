import type { NewsItem } from '../../contract/news.ts'
import { Button } from '../ui/controls/button.tsx'
import { FormPanel } from '../ui/form/form-parts.tsx'
import { SideNote } from '../ui/page/notice.tsx'
import css from './news.module.css'
import { NewsForm } from './news-form.tsx'
import { texts } from './texts.ts'
import type { useNewsEdit } from './use-news-edit.ts'
import type { ShownNews } from './use-shown-news.ts'

interface Props {
  item: ShownNews
  editing: ReturnType<typeof useNewsEdit>
}

/** The form in place of the item, with a notice of a change or deletion by somebody else. */
export function EditNewsForm({ item, editing }: Props) {
  return (
    <FormPanel>
      <NewsForm
        form={editing.form}
        label={texts.editing}
        id={item.id}
        urlField={editing.field}
        sendLabel={item.isDeleted ? texts.shareAgain : texts.save}
        onCancel={() => void editing.cancel()}
      >
        <h2 className={css.heading}>{texts.editing}</h2>
        <SideNote>
          {item.isDeleted && <p>{texts.deletedMeanwhile}</p>}
          {editing.isOutdated && <Theirs item={item} onKeep={() => void editing.cancel()} />}
        </SideNote>
      </NewsForm>
    </FormPanel>
  )
}

const Theirs = ({ item, onKeep }: { item: NewsItem; onKeep: () => void }) => (
  <>
    <p>{texts.changedMeanwhile}</p>
    <div className={css.theirs}>
      <p className="strong">{item.title}</p>
      <p>{item.url}</p>
      <p>{item.comment ?? texts.noComment}</p>
    </div>
    <p>{texts.orSaveYours}</p>
    <Button size="s" className="self-start" onClick={onKeep}>
      {texts.keepTheirs}
    </Button>
  </>
)
