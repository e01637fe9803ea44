import { DemandChange } from '../../../contract/auth/factors.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { useSetDemand } from './api.ts'
import { type Choice, choiceOf, demandOf } from './choice.ts'
import { texts } from './texts.ts'

interface Props {
  demand: DemandChange
  open: boolean
  onClose: () => void
}

/** Chooses of whom a second factor is demanded, and from which day. */
export default function DemandDialog({ demand, open, onClose }: Props) {
  const { mutateAsync } = useSetDemand()
  const form = useForm({
    initial: choiceOf(demand),
    schema: DemandChange,
    toInput: (choice) => demandOf(choice, demand),
    check: ({ audience, day }): { day?: string } =>
      audience !== 'nobody' && day === '' ? { day: texts.dayMissing } : {},
    save: mutateAsync,
    onSaved: () => {
      toast.success(texts.saved)
      onClose()
    },
    failureText: texts.saveFailed,
  })
  const { audience } = form.values
  const { admins_from, everybody_from } = demandOf(form.values, demand)

  return (
    <FormDialog
      title={texts.dialogTitle}
      description={texts.dialogIntro}
      open={open}
      onClose={onClose}
      form={form}
      action={texts.save}
      width="s"
    >
      <SelectField {...form.field('audience')} label={texts.audience}>
        {(['nobody', 'admins', 'everybody'] satisfies Choice['audience'][]).map((value) => (
          <option key={value} value={value}>
            {texts.audiences[value]}
          </option>
        ))}
      </SelectField>
      {audience !== 'nobody' && (
        <TextField {...form.field('day')} label={texts.day} hint={texts.dayHint} type="date" required />
      )}
      {admins_from !== null && everybody_from !== null && <p>{texts.adminsBefore(formatDay(new Date(admins_from)))}</p>}
    </FormDialog>
  )
}
