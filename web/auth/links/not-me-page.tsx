import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { devices } from '../../../contract/auth/devices.ts'
import { pages } from '../../../contract/pages.ts'
import { call, isStatus, messageOf } from '../../api/call.ts'
import { sessionAbandoned, useMember } from '../../api/session.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import css from './link-page.module.css'
import { notMe as texts } from './texts.ts'
import { useLink } from './use-link.ts'

/** The page of a mail about a new device. Only its button changes something: mail programs open links by themselves. */
export default function NotMePage() {
  const { token = '' } = useParams()
  const me = useMember()
  const navigate = useNavigate()
  const { person, error, retry } = useLink(devices.readAlarm, token)
  const disown = useMutation({
    mutationFn: () => call(devices.disown, { body: { token } }),
    onSuccess({ path }) {
      // it has ended on the server; drafts stay
      if (me && me.name === person?.name) sessionAbandoned()
      void navigate(path, { replace: true })
    },
  })
  const ended = [error, disown.error].find((failure) => isStatus(failure, 410))

  if (ended)
    return (
      <Page title={texts.title} width="reading">
        <EmptyState drawing="scroll" action={<LinkButton to={pages.home.path}>{texts.home}</LinkButton>}>
          {messageOf(ended, texts.readFailed)}
        </EmptyState>
      </Page>
    )
  return (
    <Page title={texts.title} width="reading" intro={person && texts.greeting(person.name)}>
      {error !== undefined && (
        <>
          <ErrorNote>{messageOf(error, texts.readFailed)}</ErrorNote>
          <Button onClick={retry}>{texts.retry}</Button>
        </>
      )}
      {error === undefined && !person && <Skeleton label={texts.reading} shape="fields" />}
      {person && (
        <div className={css.form}>
          <p>{texts.before}</p>
          <ul className={css.effects}>
            {texts.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          {disown.isError && <ErrorNote>{messageOf(disown.error, texts.failed)}</ErrorNote>}
          <Button variant="danger" busy={disown.isPending} onClick={() => disown.mutate()}>
            {texts.button}
          </Button>
          <p>{texts.wasMe}</p>
        </div>
      )}
    </Page>
  )
}
