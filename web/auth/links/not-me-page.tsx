import { useNavigate, useParams } from 'react-router'
import { Disowning, devices } from '../../../contract/auth/password-links.ts'
import { pages } from '../../../contract/pages.ts'
import { call, isStatus, messageOf } from '../../api/call.ts'
import { sessionAbandoned, useMember } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormElement } from '../../ui/form/form-parts.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import css from '../auth.module.css'
import { useBeginning } from '../use-beginning.ts'
import { notMe as texts } from './texts.ts'

/** The page of a mail about a new device. Only its button changes something: mail programs open links by themselves. */
export default function NotMePage() {
  const { token = '' } = useParams()
  const read = (signal: AbortSignal) => call(devices.readAlarm, { body: { token }, signal })
  const { data: person, error, retry } = useBeginning(read, token)

  if (isStatus(error, 410))
    return (
      <Page title={texts.title} width="reading">
        <EmptyState drawing="scroll" action={<LinkButton to={pages.home.path}>{texts.home}</LinkButton>}>
          {messageOf(error, texts.readFailed)}
        </EmptyState>
      </Page>
    )
  return (
    <Page title={texts.title} width="reading" intro={person && texts.greeting(person.name)}>
      {error !== undefined && <ErrorNote onRetry={retry}>{messageOf(error, texts.readFailed)}</ErrorNote>}
      {error === undefined && !person && <Skeleton label={texts.reading} shape="fields" />}
      {person && <DisownSignIn token={token} name={person.name} />}
    </Page>
  )
}

function DisownSignIn({ token, name }: { token: string; name: string }) {
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
    failureText: texts.failed,
  })
  return (
    <FormElement form={form} className={css.form}>
      <p>{texts.before}</p>
      <ul className={css.effects}>
        {texts.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextField
        {...form.field('name')}
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        required
      />
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <Button type="submit" variant="danger" busy={form.isBusy}>
        {texts.button}
      </Button>
      <p>{texts.wasMe}</p>
    </FormElement>
  )
}
