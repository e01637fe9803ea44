import { useState } from 'react'
import * as z from 'zod/mini'
import { passwordLinks } from '../../../contract/auth/password-links.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormElement } from '../../ui/form/form-parts.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import css from '../auth.module.css'
import { forgotten as texts } from './texts.ts'

const Typed = z.object({ name: z.string().check(z.refine((name) => name.trim() !== '', texts.nameMissing)) })

/** For what comes in place of the pressed button. */
export const focus = (element: HTMLElement | null) => element?.focus()

/** Asks for a link by mail; the server's answer is the same for every name. */
export function ForgottenForm({ name, onBack }: { name: string; onBack: () => void }) {
  const [answer, setAnswer] = useState<AnswerOf<typeof passwordLinks.request>>()
  const form = useForm({
    initial: { name },
    schema: Typed,
    save: (body) => call(passwordLinks.request, { body }),
    onSaved: setAnswer,
    failureText: texts.sendFailed,
  })
  if (answer?.is_mailed === false)
    return (
      <div className="stack gap-4">
        <p ref={focus} tabIndex={-1}>
          {answer.message}
        </p>
        <Button variant="quiet" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    )
  return (
    <FormElement form={form} className="stack gap-4">
      <p>{texts.intro}</p>
      <TextField
        {...form.field('name')}
        label={texts.name}
        autoComplete="username"
        autoCapitalize="off"
        required
        ref={focus}
      />
      <p role="status" className={css.answer}>
        {answer?.message}
      </p>
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <Button type="submit" variant="primary" busy={form.isBusy} className={css.submit}>
        {texts.send}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {texts.back}
      </Button>
    </FormElement>
  )
}
