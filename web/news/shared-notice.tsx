import { Link } from 'react-router'
import aside from '../ui/aside.module.css'
import { sayDaysAgo } from '../ui/dates.ts'
import { anchorOf } from './anchor.ts'
import { useShared } from './api.ts'
import { texts } from './texts.ts'

/** Says, before it is saved, that an address was shared before. `except` is what is being edited. */
export function SharedNotice({ url, except }: { url: string | undefined; except: string | undefined }) {
  const shown = useShared(url, except).data?.item
  return (
    <div role="status" className={aside.aside}>
      {shown && (
        <p>
          {texts.sharedBy(shown.created_by, sayDaysAgo(new Date(shown.created_at)))}:{' '}
          <Link to={`#${anchorOf(shown.id)}`}>{shown.title}</Link>. {texts.mayShareAgain}
        </p>
      )}
    </div>
  )
}
