import { useState } from 'react'
import type { Account, User } from '../../../contract/users.ts'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { CopyButton, useCopy } from '../../ui/controls/copy-button.tsx'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { usePasswordLink } from '../api.ts'
import { HandedLink } from '../invitations/handed-link.tsx'
import { texts } from '../texts.ts'
import type { UserForm } from '../use-user-form.ts'
import css from '../user-dialog.module.css'

interface Props {
  form: UserForm
  user: Account | null
}

/** A password that an administrator gives, or a link for its person to choose one. */
export function GivenPassword({ form, user }: Props) {
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={user ? texts.newPassword : texts.password}
        hint={user ? texts.newPasswordHint : texts.passwordHint}
        autoComplete="new-password"
      />
      <PasswordSuggestion value={form.values.password} onSuggest={(password) => form.set({ password })} />
      {form.values.password !== '' && (
        <Checkbox
          label={texts.mustChoose}
          hint={texts.mustChooseHint}
          checked={form.values.must_choose_password}
          onCheckedChange={(must_choose_password) => form.set({ must_choose_password })}
        />
      )}
      {user?.is_active && <PasswordLink user={user} />}
    </>
  )
}

// 32 characters that can't be confused when read out or copied by hand: no l and 1, no o and 0.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password to be typed once by another person: 'k7mt-q9xz-4hdw-e2pv', 80 bits. */
function suggestPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

interface SuggestionProps {
  value: string
  onSuggest: (password: string) => void
}

/** Suggests a strong password and shows it, to be copied for its owner, until the field is changed. */
function PasswordSuggestion({ value, onSuggest }: SuggestionProps) {
  const [suggested, setSuggested] = useState<string>()
  const { shown, hasFailed, copying } = useCopy<HTMLElement>(value)
  const isShown = suggested !== undefined && suggested === value

  function suggest() {
    const password = suggestPassword()
    setSuggested(password)
    onSuggest(password)
  }

  return (
    <div>
      <div role="status" className={isShown ? css.shown : undefined}>
        {isShown && (
          <>
            {texts.suggested}{' '}
            <code ref={shown} className={css.password} translate="no">
              {suggested}
            </code>
            <p className="small tight">{hasFailed ? texts.copyFailed : texts.suggestedHint}</p>
          </>
        )}
      </div>
      <div className={`wrap gap-2 ${css.buttons}`}>
        {isShown && <CopyButton size="s" texts={texts} {...copying} />}
        <Button size="s" variant="quiet" className={css.suggest} onClick={suggest}>
          {isShown ? texts.suggestAnother : texts.suggestPassword}
        </Button>
      </div>
    </div>
  )
}

/** In place of a password that two people know: a link for its person to choose one. */
function PasswordLink({ user }: { user: User }) {
  const create = usePasswordLink()
  if (create.data)
    return (
      <div role="status">
        <HandedLink link={create.data} />
      </div>
    )
  return (
    <>
      {create.isError && <ErrorNote>{messageOf(create.error, texts.linkFailed)}</ErrorNote>}
      <Button
        size="s"
        variant="quiet"
        className={css.passwordLink}
        busy={create.isPending}
        onClick={() => create.mutate(user)}
      >
        {texts.createLink}
      </Button>
    </>
  )
}
