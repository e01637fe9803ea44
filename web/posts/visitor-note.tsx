import { pages } from '../../contract/pages.ts'
import { logIn } from '../auth/login.tsx'
import { texts as authTexts } from '../auth/texts.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Page } from '../ui/page/page.tsx'
import { texts } from './texts.ts'

/** Shown to visitors in place of a post, which is for members. */
export function PostForVisitors() {
  return (
    <Page title={texts.blog} width="reading">
      <EmptyState
        drawing="scroll"
        action={
          <Button variant="primary" icon="login" onClick={logIn}>
            {authTexts.signIn}
          </Button>
        }
      >
        {texts.loginRequired}
      </EmptyState>
    </Page>
  )
}

export function DraftsForVisitors() {
  return (
    <Page title={texts.denied} width="reading">
      <EmptyState drawing="quill" action={<LinkButton to={pages.blog.path}>{texts.toBlog}</LinkButton>}>
        {texts.draftsDenied}
      </EmptyState>
    </Page>
  )
}
