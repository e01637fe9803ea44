import { useSession } from '../api/session.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Page } from '../ui/page/page.tsx'
import { logIn } from './login.tsx'
import { texts } from './texts.ts'

/** Notice that only admins create accounts (SPEC §1). */
export default function RegisterPage() {
  const isMember = useSession().phase === 'member'
  return (
    <Page title={texts.register} width="reading">
      <EmptyState
        hasHelp={false}
        drawing="scroll"
        action={
          isMember ? (
            <LinkButton to="/home">{texts.home}</LinkButton>
          ) : (
            <Button variant="primary" icon="login" onClick={logIn}>
              {texts.backToLogin}
            </Button>
          )
        }
      >
        {texts.registerIntro}
      </EmptyState>
    </Page>
  )
}
