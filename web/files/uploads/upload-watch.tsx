import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '../../../contract/pages.ts'
import { messageOf } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useUnloadWarning } from '../../ui/hooks/unload-warning.ts'
import { Icon } from '../../ui/icons.tsx'
import { useInvalidateFiles } from '../api.ts'
import { texts } from '../texts.ts'
import { isUnfinished, type QueuedUpload, resumeUploads, useUploads } from './upload-queue.ts'
import css from './uploads.module.css'

/** Uploads as they were last compared: kept beyond the component, which is loaded late and may be mounted again. */
let before: readonly QueuedUpload[] = []

/** Minimum between reloads of the lists: a hundred uploads must not cause a hundred. */
const reloadIntervalMs = 5000

/** On every page: announces uploads, warns before the window closes, links to the archive. */
export default function UploadWatch() {
  const uploads = useUploads()
  const isHere = useLocation().pathname === pages.files.path
  const announcement = useUploadAnnouncements(uploads, isHere)
  const { phase } = useSession()
  const unfinished = uploads.filter(isUnfinished)
  const failed = uploads.filter(({ state }) => state === 'failed').length

  useEffect(() => {
    if (phase === 'member') resumeUploads()
  }, [phase])

  useUnloadWarning('uploads', unfinished.length > 0)

  return (
    <>
      <div role="status">
        <span className="visually-hidden">{unfinished.length > 0 && announcement}</span>
      </div>
      {!isHere && unfinished.length + failed > 0 && (
        <Link to={pages.files.path} className={css.note} data-print="no">
          <Icon name={unfinished.length > 0 ? 'upload' : 'warning'} size={18} />
          {unfinished.length > 0 ? texts.uploading(unfinished.length) : texts.uploadsFailed(failed)}
          {unfinished.length > 0 && <span className="muted regular tabular">{percentOf(unfinished)} %</span>}
        </Link>
      )}
    </>
  )
}

function percentOf(unfinished: readonly QueuedUpload[]) {
  const total = unfinished.reduce((sum, { size }) => sum + size, 0)
  return total && Math.floor((unfinished.reduce((sum, { sent }) => sum + sent, 0) / total) * 100)
}

/** Shows toasts for stored and failed uploads; returns the text for screen readers. */
function useUploadAnnouncements(uploads: readonly QueuedUpload[], isHere: boolean) {
  const invalidateFiles = useInvalidateFiles()
  const storedSince = useRef<string[]>([])
  const reloadedAt = useRef(0)
  const [announcement, announce] = useState('')

  const compare = useEffectEvent((now: readonly QueuedUpload[]) => {
    const previous = new Map(before.map((item) => [item.id, item.state]))
    before = now
    const started = now.filter(({ id }) => !previous.has(id))
    // an upload may have ended before this was loaded
    const changed = now.filter(({ id, state }) =>
      previous.has(id) ? previous.get(id) !== state : state === 'stored' || state === 'failed',
    )
    if (started.length > 0) announce(texts.uploadsStarted(started.map(({ name }) => name)))

    const stored = changed.filter(({ state }) => state === 'stored')
    storedSince.current.push(...stored.map(({ name }) => name))
    const isDone = !now.some(isUnfinished)
    if (stored.length && (isDone || Date.now() - reloadedAt.current > reloadIntervalMs)) {
      reloadedAt.current = Date.now()
      invalidateFiles()
    }
    // one toast for all files, after the last
    if (storedSince.current.length > 0 && isDone) toast.success(texts.uploadsStored(storedSince.current.splice(0)))

    // the archive page shows failures in its list
    if (isHere) return
    for (const { state, error } of changed)
      if (state === 'failed') toast.error(texts.error(messageOf(error, texts.uploadFailed)))
  })

  useEffect(() => compare(uploads), [uploads])
  return announcement
}
