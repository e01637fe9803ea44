import { Link } from 'react-router'
import { anchorOf } from '../../contract/content/places.ts'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { SideNote } from '../ui/page/side-note.tsx'
import { useLastShared } from './api.ts'
import { texts } from './texts.ts'

/** Notice that an address was shared before; `except` is the item being edited. */
export function SharedNotice({ url, except }: { url: string | undefined; except: string | undefined }) {
  const shown = useLastShared(url, except).data?.item
  return (
    <SideNote>
      {shown && (
        <p>
          {texts.sharedBy(shown.created_by, formatDaysAgo(new Date(shown.created_at)))}:{' '}
          <Link to={`#${anchorOf.news(shown.id)}`}>{shown.title}</Link>. {texts.mayShareAgain}
        </p>
      )}
    </SideNote>
  )
}
