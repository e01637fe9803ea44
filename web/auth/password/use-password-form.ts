import { FirstPassword, PasswordChange } from '../../../contract/auth.ts'
import { useForm } from '../../ui/form/use-form.ts'
import type { useChangePassword } from './api.ts'
import { texts } from './texts.ts'

/** The form of a new password (SPEC §5, "Password change"). */
export const usePasswordForm = (change: ReturnType<typeof useChangePassword>, hasPassword = true) =>
  useForm({
    initial: { current_password: '', new_password: '', confirmation: '' },
    schema: hasPassword ? PasswordChange : FirstPassword,
    toInput: ({ current_password, new_password }) =>
      hasPassword ? { current_password, new_password } : { new_password },
    check: ({ new_password, confirmation }) => (confirmation === new_password ? {} : { confirmation: texts.mismatch }),
    save: change.mutateAsync,
    fieldOfCode: { wrong_current_password: 'current_password' },
    failureText: texts.changeFailed,
  })
