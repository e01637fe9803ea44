import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  Disowning,
  devices,
  invitations,
  PasswordChoice,
  passwordLinks,
} from '../../../contract/auth/password-links.ts'
import { pages } from '../../../contract/pages.ts'
import { call, isStatus, messageOf } from '../../api/call.ts'
import { currentPerson, currentToken, sessionAbandoned, sessionOpened, useMember } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { PasswordField, TextField } from '../../ui/controls/text-field.tsx'
import { FormElement } from '../../ui/form/form-parts.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { logOut } from '../api.ts'
import css from '../auth.module.css'
import { texts as loginTexts } from '../login/texts.ts'
import { AcceptWithPasskey } from '../passkeys/accept-with-passkey.tsx'
import { canUsePasskeys } from '../passkeys/browser.ts'
import { withStrength } from '../password/strength.ts'
import { useBeginning } from '../use-beginning.ts'
import { texts } from './texts.ts'

interface Person {
  name: string
  invited_by?: string | null
}

const calls = { invitation: invitations, password: passwordLinks, notMe: { read: devices.readAlarm } }

type Opened = Awaited<ReturnType<typeof accept>>
const accept = (kind: 'invitation' | 'password', body: PasswordChoice) => call(calls[kind].accept, { body })

/** The page of a link: somebody chooses a password on it, or says that a sign-in wasn't theirs. */
export default function LinkPage({ kind }: { kind: keyof typeof calls }) {
  const { token = '' } = useParams()
  return <OpenedLink key={`${kind} ${token}`} kind={kind} token={token} />
}

function OpenedLink({ kind, token }: { kind: keyof typeof calls; token: string }) {
  const said = texts[kind]
  const read = (signal: AbortSignal) => call(calls[kind].read, { body: { token }, signal })
  const { data: person, error, retry } = useBeginning<Person>(read)

  if (isStatus(error, 410))
    return (
      <Page title={said.endedTitle} width="reading">
        <EmptyState drawing="scroll" action={<LinkButton to={pages.home.path}>{said.home}</LinkButton>}>
          {messageOf(error, said.readFailed)}
        </EmptyState>
      </Page>
    )
  return (
    <Page title={said.title} width="reading" intro={person && said.greeting(person.name, person.invited_by)}>
      {error !== undefined && <ErrorNote onRetry={retry}>{messageOf(error, said.readFailed)}</ErrorNote>}
      {error === undefined && !person && <Skeleton label={said.reading} shape="fields" />}
      {person && kind === 'notMe' && <DisownSignIn token={token} name={person.name} />}
      {person && kind !== 'notMe' && <ChoosePassword kind={kind} token={token} person={person} />}
    </Page>
  )
}

interface ChoiceProps {
  kind: 'invitation' | 'password'
  token: string
  person: Person
}

function ChoosePassword({ kind, token, person }: ChoiceProps) {
  const said = texts[kind]
  const me = useMember()
  const navigate = useNavigate()
  const opened = useRef<Opened>(undefined)
  const [keep, setKeep] = useState(true)
  const keeps = useRef(keep)
  // once the page is left: the new session would draw it again, and its link has ended
  useEffect(
    () => () => {
      if (!opened.current) return
      const { access_token, user } = opened.current
      // somebody else's session in this browser ends on the server too
      if (currentToken() && currentPerson() !== user.id) void logOut()
      sessionOpened(access_token, user, keeps.current)
    },
    [],
  )
  function enter(answer: Opened) {
    opened.current = answer
    keeps.current = keep
    void navigate(pages.home.path, { replace: true })
  }
  const form = useForm({
    initial: { password: '', confirmation: '' },
    schema: PasswordChoice,
    toInput: ({ password }) => ({ token, password, keep }),
    check: ({ password, confirmation }) => (password === confirmation ? {} : { confirmation: said.mismatch }),
    save: (body) => accept(kind, body),
    onSaved: enter,
    failureText: said.saveFailed,
  })

  return (
    <>
      {me && me.name !== person.name && (
        <div className="below-5">
          <Notice icon="account" title={said.otherTitle(me.name)}>
            <p>{said.otherText(person.name)}</p>
          </Notice>
        </div>
      )}
      {kind === 'invitation' && <p className={css.about}>{said.about}</p>}
      <FormElement form={form} className={css.form}>
        <p>{said.account(person.name)}</p>
        {/* for password managers */}
        <input type="text" name="username" autoComplete="username" value={person.name} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label={said.password}
          hint={withStrength(said.passwordHint, form.values.password)}
          required
          autoComplete="new-password"
        />
        <PasswordField {...form.field('confirmation')} label={said.confirmation} required autoComplete="new-password" />
        <Checkbox {...loginTexts.keepSession} checked={keep} onCheckedChange={setKeep} />
        {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {said.save}
        </Button>
      </FormElement>
      {kind === 'invitation' && canUsePasskeys() && (
        <AcceptWithPasskey token={token} keep={keep} name={person.name} onAccepted={enter} />
      )}
    </>
  )
}

/** Only its button changes something: mail programs open links by themselves. */
function DisownSignIn({ token, name }: { token: string; name: string }) {
  const said = texts.notMe
  const me = useMember()
  const navigate = useNavigate()
  const form = useForm({
    initial: { token, name: '' },
    schema: Disowning,
    save: (body) => call(devices.disown, { body }),
    onSaved({ path }) {
      // it has ended on the server; drafts stay
      if (me?.name === name) sessionAbandoned()
      void navigate(path, { replace: true })
    },
    failureText: said.failed,
  })
  return (
    <FormElement form={form} className={css.form}>
      <p>{said.before}</p>
      <ul className={css.effects}>
        {said.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextField
        {...form.field('name')}
        label={said.name}
        hint={said.nameHint}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        required
      />
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <Button type="submit" variant="danger" busy={form.isBusy}>
        {said.button}
      </Button>
      <p>{said.wasMe}</p>
    </FormElement>
  )
}
