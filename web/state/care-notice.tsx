import { useQuery } from '@tanstack/react-query'
import { pages } from '../../contract/pages.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { stateQuery } from './api.ts'
import css from './care-notice.module.css'
import { shortsOf } from './describe-state.ts'
import { texts } from './texts.ts'

/** Shown while something on the server needs care. */
export function CareNotice() {
  const { data } = useQuery(stateQuery)
  if (data?.status !== 'care') return null
  return (
    <div className={css.notice}>
      <Notice
        icon="warning"
        title={texts.needsCare}
        action={
          <LinkButton size="s" to={pages.adminState.path}>
            {texts.showState}
          </LinkButton>
        }
      >
        <p>{texts.needsCareSentence(shortsOf(data))}</p>
      </Notice>
    </div>
  )
}
