import type { RefObject } from 'react'
import { cx } from '../ui/cx.ts'
import css from './news-form.module.css'
import { NewsForm } from './news-form.tsx'
import { texts } from './texts.ts'
import type { useDraft } from './use-draft.ts'
import type { useShare } from './use-share.ts'

interface Props {
  id: string
  unsent: ReturnType<typeof useDraft>
  sharing: ReturnType<typeof useShare>
  urlField: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

/** The form that the button in the page's head opens and closes. */
export const NewNews = ({ id, unsent, sharing, urlField, onCancel }: Props) => (
  <div id={id} className={cx(css.panel, css.new)}>
    <NewsForm
      label={texts.share}
      urlField={urlField}
      draft={unsent.typed}
      onType={(changes) => {
        sharing.typed()
        unsent.change(changes)
      }}
      isSaving={sharing.isSaving}
      failure={sharing.failure}
      send={texts.share}
      onSend={(body) => void sharing.share(body)}
      onCancel={onCancel}
    />
  </div>
)
