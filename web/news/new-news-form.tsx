import type { RefObject } from 'react'
import { SharedNote } from '../installed/shared-note.tsx'
import { FormPanel } from '../ui/form/form-panel.tsx'
import css from './news-form.module.css'
import { NewsForm } from './news-form.tsx'
import { texts } from './texts.ts'
import type { useSharing } from './use-sharing.ts'

interface Props {
  id: string
  sharing: ReturnType<typeof useSharing>
  urlField: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

export const NewNewsForm = ({ id, sharing, urlField, onCancel }: Props) => (
  <FormPanel id={id} className={css.new}>
    {sharing.isFromOutside && <SharedNote onDiscard={onCancel} />}
    <NewsForm form={sharing.form} label={texts.share} urlField={urlField} sendLabel={texts.share} onCancel={onCancel} />
  </FormPanel>
)
