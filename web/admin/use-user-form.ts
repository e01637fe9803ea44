import { useRef, useState } from 'react'
import type { User } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { useCreateUser, useUpdateUser } from './api.ts'
import { texts } from './texts.ts'
import {
  errorsOfAnswer,
  errorsOfValues,
  type Field,
  type FieldErrors,
  fields,
  readChanges,
  readNewUser,
  type Values,
  valuesOf,
} from './user-form.ts'

/**
 * The form of an account: what is typed, what is wrong with it, and sending it away. `onSaved` gets the account as it
 * is now, or nothing when there was nothing to change. After a refusal everything stands as it was typed.
 */
export function useUserForm(user: User | null, onSaved: (saved: User | undefined) => void) {
  const [values, setValues] = useState(() => valuesOf(user))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  const create = useCreateUser()
  const update = useUpdateUser()
  const form = useRef<HTMLFormElement>(null)
  const isBusy = create.isPending || update.isPending

  /** What is said to be wrong is looked at again while it is corrected. */
  function change(field: Field, value: string) {
    const next = { ...values, [field]: value } as Values
    setValues(next)
    if (errors[field]) setErrors({ ...errors, [field]: errorsOfValues(next, user)[field] })
  }

  function show(wrong: FieldErrors) {
    setErrors(wrong)
    const first = fields.find((field) => wrong[field])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return first !== undefined
  }

  async function send() {
    if (!user) {
      const { data } = readNewUser(values)
      return data && create.mutateAsync(data)
    }
    const { data } = readChanges(values, user)
    return data && Object.keys(data).length > 0 ? update.mutateAsync({ user, changes: data }) : undefined
  }

  async function submit() {
    if (isBusy) return
    setFailure(undefined)
    if (show(errorsOfValues(values, user))) return
    try {
      onSaved(await send())
      create.reset()
      update.reset()
    } catch (error) {
      if (!show(errorsOfAnswer(error))) setFailure(messageOf(error, user ? texts.updateFailed : texts.createFailed))
    }
  }

  return { values, errors, failure, isBusy, form, change, submit }
}

export type UserForm = ReturnType<typeof useUserForm>
