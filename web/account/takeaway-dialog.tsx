import { NewExport, type UserContents } from '../../contract/users.ts'
import { Checkbox } from '../ui/controls/choice.tsx'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { useForm } from '../ui/form/use-form.ts'
import { listContents } from '../users/contents.ts'
import { useDownloadExport } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  /** Undefined if the counts could not be read. */
  contents: UserContents | undefined
  open: boolean
  onClose: () => void
}

/** Asks what goes into the ZIP of one's own things. */
export default function TakeawayDialog({ contents, open, onClose }: Props) {
  const { mutateAsync } = useDownloadExport()
  const form = useForm({
    initial: { with_files: true },
    schema: NewExport,
    save: mutateAsync,
    onSaved: () => {
      toast.success(texts.downloadBegun)
      onClose()
    },
    failureText: texts.downloadFailed,
  })

  return (
    <FormDialog title={texts.takeawayTitle} open={open} onClose={onClose} form={form} action={texts.download}>
      <p>{texts.takeawayText}</p>
      {contents?.files !== 0 && (
        <Checkbox
          label={texts.withFiles}
          hint={texts.withFilesHint(contents && listContents(contents, ['files'])[0])}
          checked={form.values.with_files}
          onCheckedChange={(with_files) => form.set({ with_files })}
        />
      )}
    </FormDialog>
  )
}
