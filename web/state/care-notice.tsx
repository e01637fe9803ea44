import { useQuery } from '@tanstack/react-query'
import { pages } from '../../contract/pages.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { stateQuery } from './api.ts'
import { shortsOf } from './describe-state.ts'
import { texts } from './texts.ts'

/** Shown while something on the server needs care. */
export function CareNotice() {
  const { data } = useQuery(stateQuery)
  if (data?.status !== 'care') return null
  return (
    <div className="below-4">
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
