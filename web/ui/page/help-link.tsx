import { Link, useLocation } from 'react-router'
import { pages } from '../../../contract/pages.ts'
import { useMember } from '../../api/session.ts'
import { texts } from '../texts.ts'

/** Leads to the help of the page at this address: its topic is found by the address's first part. */
export function HelpLink() {
  const [, area] = useLocation().pathname.split('/')
  // a visitor reads few of them, and has the bottom of every page
  if (!useMember()) return null
  return (
    <Link to={`${pages.help.path}/${area}`} className="inline-row touch small">
      {texts.help}
    </Link>
  )
}
