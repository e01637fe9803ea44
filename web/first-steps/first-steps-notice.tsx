import { pages } from '../../contract/pages.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { openSteps, useFirstSteps } from './api.ts'
import css from './first-steps.module.css'
import { texts } from './texts.ts'

/** On the home page: how many steps are left, and the way to them. Nothing once they are done or put away. */
export default function FirstStepsNotice() {
  const { data } = useFirstSteps()
  const open = openSteps(data) ?? []
  const [next] = open
  if (!next) return null
  return (
    <div className={css.notice}>
      <Notice
        icon="info"
        title={texts.title}
        action={
          <LinkButton size="s" to={pages.admin.path}>
            {texts.show}
          </LinkButton>
        }
      >
        <p>{texts.left(open.length, next.name)}</p>
      </Notice>
    </div>
  )
}
