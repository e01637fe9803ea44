import { Role, type User } from '../../contract/users.ts'
import { useMember } from '../api/session.ts'
import { SelectField } from '../ui/select-field.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { AvatarField } from './avatar-field.tsx'
import css from './form-dialog.module.css'
import { PasswordSuggestion } from './password-suggestion.tsx'
import { texts } from './texts.ts'
import type { UserForm } from './use-user-form.ts'
import type { Field } from './user-form.ts'

interface Props {
  form: UserForm
  user: User | null
}

/** The fields of an account, for a new one and for one that is there. */
export function UserFields({ form, user }: Props) {
  const isOwn = useMember()?.id === user?.id
  const passwordHint = isOwn ? texts.ownPasswordHint : user ? texts.newPasswordHint : texts.passwordHint

  const wire = (field: Field) => ({
    name: field,
    value: form.values[field],
    error: form.errors[field],
    onChange: (event: { target: { value: string } }) => form.change(field, event.target.value),
  })

  return (
    <>
      <TextField {...wire('name')} label={texts.name} hint={texts.nameHint} required autoCapitalize="words" />
      <TextField {...wire('email')} label={texts.email} type="email" required />
      <div className={css.whole}>
        <PasswordField
          {...wire('password')}
          label={user ? texts.newPassword : texts.password}
          hint={passwordHint}
          required={!user}
          autoComplete="new-password"
        />
        <PasswordSuggestion value={form.values.password} onSuggest={(password) => form.change('password', password)} />
      </div>
      <SelectField {...wire('role')} label={texts.role} disabled={isOwn} hint={isOwn ? texts.ownRoleHint : undefined}>
        {Role.options.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </SelectField>
      <TextField {...wire('phone')} label={texts.phone} hint={texts.phoneHint} type="tel" />
      <div className={css.whole}>
        <AvatarField
          name={form.values.name}
          value={form.values.avatar}
          error={form.errors.avatar}
          onChange={(avatar) => form.change('avatar', avatar)}
        />
      </div>
    </>
  )
}
