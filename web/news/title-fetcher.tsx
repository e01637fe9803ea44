import { useEffect, useEffectEvent, useState } from 'react'
import { isBlank } from '../../contract/fields.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { useTitle } from './api.ts'
import css from './news.module.css'
import { readUrl } from './news-draft.ts'
import { texts } from './texts.ts'

interface Props {
  url: string
  /** An address that has just got its scheme: its title is fetched without being asked for. */
  completed: string | undefined
  title: string
  onTitle: (title: string) => void
  disabled: boolean
}

/** Fetches the page's title, fills it into an empty field, and offers it for another one. */
export function TitleFetcher({ url, completed, title, onTitle, disabled }: Props) {
  const fetching = useTitle()
  const [wasUsed, setWasUsed] = useState(false)
  const address = readUrl(url)
  // results for an earlier address are ignored
  const isCurrent = fetching.variables !== undefined && fetching.variables === address
  const found = isCurrent ? fetching.data?.title : undefined

  function applyTitle(found: string) {
    setWasUsed(true)
    onTitle(found)
  }

  function fetchTitle() {
    if (!address || fetching.isPending) return
    setWasUsed(false)
    fetching.mutate(address)
  }

  const onCompleted = useEffectEvent(() => {
    if (isBlank(title)) fetchTitle()
  })
  useEffect(() => {
    if (completed !== undefined) onCompleted()
  }, [completed])

  // the field may have been filled while the title was fetched
  const onFound = useEffectEvent((found: string) => {
    if (isBlank(title)) applyTitle(found)
  })
  useEffect(() => {
    if (typeof found === 'string') onFound(found)
  }, [found])

  function status() {
    if (!isCurrent) return null
    if (fetching.isPending) return texts.fetchingTitle
    if (fetching.isError) return messageOf(fetching.error, texts.noTitle)
    if (found === null) return texts.noTitle
    if (found === undefined) return null
    if (found === title.trim()) return wasUsed ? texts.titleFetched : texts.sameTitle
    return texts.titleIs(found)
  }

  const isOffered = typeof found === 'string' && found !== title.trim()
  return (
    <div className="row wrap gap-2-3">
      <Button size="s" icon="again" disabled={!address || disabled} busy={fetching.isPending} onClick={fetchTitle}>
        {texts.fetchTitle}
      </Button>
      <p role="status" className={`shrinks muted small snug breaks ${css.status}`}>
        {status()}
      </p>
      {isOffered && !fetching.isPending && (
        <Button size="s" icon="check" onClick={() => applyTitle(found)}>
          {texts.takeTitle}
        </Button>
      )}
    </div>
  )
}
