import { useEffect, useState } from 'react'
import { useStore } from '../api/store.ts'
import { useUnreadNotices } from '../notices/api.ts'
import { usePush } from '../push/use-push.ts'
import { showBadge } from '../service-worker/messages.ts'
import { Button } from '../ui/controls/button.tsx'
import { formatDayAndTime } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { hintShown, needsHint } from './install-prompt.ts'
import css from './installed-app.module.css'
import { followWorker, storedSince } from './offline-state.ts'
import { texts } from './texts.ts'
import { hasUpdateFailed, registerWorker, takeNewVersion, waitingVersion } from './worker-registration.ts'

let isRegistered = false

/** Parts that make the web an app on the device; loaded when the page is idle. */
export default function InstalledApp() {
  usePush()
  useBadge()
  useEffect(() => {
    if (isRegistered || import.meta.env.DEV) return
    isRegistered = true
    followWorker()
    registerWorker().catch((error) => console.warn('service worker', error))
  }, [])
  return (
    <>
      {/* outside of the notes, whose layer is above the header's menus */}
      <div role="status" data-print="no">
        <StoredNote />
      </div>
      <div className={css.notes} role="status" data-print="no">
        <NewVersion />
        <UpdateFailed />
        <InstallHint />
      </div>
    </>
  )
}

/** Shows the count of unread notices on the icon of the installed app, until its person signs out. */
function useBadge() {
  const unread = useUnreadNotices()
  // until it is known the icon keeps the count of the last push message
  useEffect(() => {
    if (unread !== undefined) void showBadge(unread)
  }, [unread])
  useEffect(() => () => void showBadge(0), [])
}

/** In a strip below the header, in one line. */
function StoredNote() {
  const since = useStore(storedSince)
  if (since === undefined) return null
  return (
    <p className={css.strip}>
      {texts.offline} <When at={since} format={formatDayAndTime} />
    </p>
  )
}

function NewVersion() {
  const waiting = useStore(waitingVersion)
  const [postponed, setPostponed] = useState<ServiceWorker>()
  if (!waiting || waiting === postponed) return null
  return (
    <div className={css.note}>
      <p>{texts.newVersion}</p>
      <Button variant="primary" onClick={takeNewVersion}>
        {texts.update}
      </Button>
      <Button variant="quiet" onClick={() => setPostponed(waiting)}>
        {texts.later}
      </Button>
    </div>
  )
}

/** Once in each page. */
function UpdateFailed() {
  const hasFailed = useStore(hasUpdateFailed)
  const [isClosed, setClosed] = useState(false)
  if (!hasFailed || isClosed) return null
  return (
    <div className={css.note}>
      <p>{texts.updateFailed}</p>
      <Button variant="quiet" onClick={() => setClosed(true)}>
        {texts.understood}
      </Button>
    </div>
  )
}

/** Once in each browser. */
function InstallHint() {
  const [isOpen, setOpen] = useState(needsHint)
  useEffect(() => {
    if (isOpen) hintShown()
  }, [isOpen])
  if (!isOpen) return null
  return (
    <div className={css.note}>
      <p className={css.long}>
        {texts.installHint} {texts.installByHand}
      </p>
      <Button variant="quiet" onClick={() => setOpen(false)}>
        {texts.understood}
      </Button>
    </div>
  )
}
