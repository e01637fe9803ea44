import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../api/call.ts'
import type { useChangePassword } from './api.ts'
import {
  errorsOfPasswords,
  errorsOfRefusal,
  noPasswords,
  type PasswordErrors,
  type PasswordField,
  passwordFields,
} from './password-form.ts'
import { texts } from './texts.ts'

/** What is typed into the form of a new password, what is wrong with it, and sending it away. */
export function usePasswordForm(change: ReturnType<typeof useChangePassword>) {
  const [values, setValues] = useState(noPasswords)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  /** What is said to be wrong is looked at again while it is corrected. */
  function type(field: PasswordField, value: string) {
    const next = { ...values, [field]: value }
    const now = errorsOfPasswords(next)
    setValues(next)
    setErrors((before) =>
      Object.fromEntries(passwordFields.flatMap((name) => (before[name] && now[name] ? [[name, now[name]]] : []))),
    )
  }

  function show(wrong: PasswordErrors) {
    setErrors(wrong)
    const first = passwordFields.find((field) => wrong[field])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return first !== undefined
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    setFailure(undefined)
    if (show(errorsOfPasswords(values))) return
    const { current_password, new_password } = values
    try {
      await change.mutateAsync({ current_password, new_password })
    } catch (error) {
      if (!show(errorsOfRefusal(error))) setFailure(messageOf(error, texts.changeFailed))
    }
  }

  return { values, errors, failure, form, type, submit }
}
