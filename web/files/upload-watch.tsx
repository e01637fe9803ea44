import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Icon } from '../ui/icons.tsx'
import { useToast } from '../ui/toast.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useForgetFiles } from './api.ts'
import { texts } from './texts.ts'
import { isUnfinished, type QueuedUpload, resumeUploads, useUploads } from './upload-queue.ts'
import css from './upload-watch.module.css'

/** Milliseconds between two refreshes of the lists while more is coming. */
const refreshEvery = 5000

/**
 * Stands beside the pages while something is uploaded: tells what became of it, keeps the window from being closed by
 * mistake, and shows the way back.
 */
export default function UploadWatch() {
  const uploads = useUploads()
  const isHere = useLocation().pathname === pages.files.path
  const said = useNews(uploads, isHere)
  const { phase } = useSession()
  const unfinished = uploads.filter(isUnfinished).length
  const failed = uploads.filter(({ state }) => state === 'failed').length

  useEffect(() => {
    if (phase === 'member') resumeUploads()
  }, [phase])

  useEffect(() => {
    if (unfinished === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unfinished])

  return (
    <>
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {!isHere && unfinished + failed > 0 && (
        <Link to={pages.files.path} className={css.note} data-print="no">
          <Icon name={unfinished ? 'upload' : 'warning'} size={18} />
          {unfinished ? texts.uploading(unfinished) : texts.uploadsFailed(failed)}
          {unfinished > 0 && <span className={css.part}>{partOf(uploads)} %</span>}
        </Link>
      )}
    </>
  )
}

/** How much of all that isn't done yet has been sent. */
function partOf(uploads: readonly QueuedUpload[]) {
  const open = uploads.filter(isUnfinished)
  const total = open.reduce((sum, { size }) => sum + size, 0)
  return total && Math.floor((open.reduce((sum, { sent }) => sum + sent, 0) / total) * 100)
}

/** Tells what began, was stored or failed since the last time; answers what a screen reader is to say. */
function useNews(uploads: readonly QueuedUpload[], isHere: boolean) {
  const toast = useToast()
  const forgetFiles = useForgetFiles()
  const before = useRef<readonly QueuedUpload[]>([])
  const storedSince = useRef<string[]>([])
  const lookedAt = useRef(0)
  const [said, say] = useState('')

  const compare = useEffectEvent((now: readonly QueuedUpload[]) => {
    const was = new Map(before.current.map((item) => [item.id, item.state]))
    before.current = now
    const fresh = now.filter(({ id }) => !was.has(id))
    const turned = now.filter(({ id, state }) => was.has(id) && was.get(id) !== state)
    if (fresh[0]) say(fresh.length === 1 ? texts.uploadStarted(fresh[0].name) : texts.uploadsStarted(fresh.length))

    const stored = turned.filter(({ state }) => state === 'stored')
    storedSince.current.push(...stored.map(({ name }) => name))
    const isDone = !now.some(isUnfinished)
    // a hundred files don't ask for all lists a hundred times
    if (stored.length && (isDone || Date.now() - lookedAt.current > refreshEvery)) {
      lookedAt.current = Date.now()
      forgetFiles()
    }
    const [first] = storedSince.current
    // many files are told of once, when the last is done
    if (first && isDone) {
      const count = storedSince.current.length
      toast.success(count === 1 ? texts.uploadStored(first) : texts.uploadsStored(count))
      storedSince.current = []
    }

    // on the page itself the list says what failed
    if (isHere) return
    for (const { state, error } of turned)
      if (state === 'failed') toast.error(texts.error(messageOf(error, texts.uploadFailed)))
  })

  useEffect(() => compare(uploads), [uploads])
  return said
}
