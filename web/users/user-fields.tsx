import { type Account, Role } from '../../contract/users.ts'
import { useMember } from '../api/session.ts'
import { MemberSessions } from '../auth/sessions/member-sessions.tsx'
import { SelectField } from '../ui/controls/select-field.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { AvatarField } from './avatar/avatar-field.tsx'
import { GivenPassword } from './password/given-password.tsx'
import { TakeFactors } from './take-factors.tsx'
import { texts } from './texts.ts'
import type { UserForm } from './use-user-form.ts'

interface Props {
  form: UserForm
  user: Account | null
}

export function UserFields({ form, user }: Props) {
  const isOwn = useMember()?.id === user?.id

  return (
    <>
      <TextField {...form.field('name')} label={texts.name} hint={texts.nameHint} required autoCapitalize="words" />
      <TextField {...form.field('email')} label={texts.email} type="email" required />
      <div className="whole-row">
        {isOwn ? <p className="small tight">{texts.ownPassword}</p> : <GivenPassword form={form} user={user} />}
      </div>
      <SelectField
        {...form.field('role')}
        label={texts.role}
        disabled={isOwn}
        hint={isOwn ? texts.ownRoleHint : undefined}
      >
        {Role.options.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </SelectField>
      <TextField {...form.field('phone')} label={texts.phone} hint={texts.phoneHint} type="tel" />
      <div className="whole-row">
        <AvatarField
          name={form.values.name}
          value={form.values.avatar}
          error={form.errors.avatar}
          onChange={(avatar) => form.set({ avatar })}
        />
      </div>
      {user && !isOwn && (
        <div className="whole-row">
          <MemberSessions user={user} />
        </div>
      )}
      {user?.has_second_factor && !isOwn && (
        <div className="whole-row">
          <TakeFactors user={user} />
        </div>
      )}
    </>
  )
}
