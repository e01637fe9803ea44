import { pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/controls/button.tsx'
import { formatDay } from '../../ui/format/dates.ts'
import { Notice } from '../../ui/page/notice.tsx'
import css from '../auth.module.css'
import { useFactors } from '../factors/api.ts'
import { texts } from './texts.ts'

/** Says from which day on a second factor will be needed, until there is one. */
export default function ComingDemand() {
  const { data } = useFactors()
  if (!data?.demanded_from || data.has_factor) return null
  return (
    <div className={css.coming}>
      <Notice
        icon="info"
        title={texts.coming(formatDay(new Date(data.demanded_from)))}
        action={
          <LinkButton size="s" to={pages.account.path}>
            {texts.toAccount}
          </LinkButton>
        }
      >
        <p>{texts.comingText}</p>
      </Notice>
    </div>
  )
}
