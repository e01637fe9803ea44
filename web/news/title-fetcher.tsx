import { useEffect, useEffectEvent, useState } from 'react'
import { isBlank } from '../../contract/fields.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { useTitle } from './api.ts'
import { readUrl } from './draft.ts'
import css from './news-form.module.css'
import { texts } from './texts.ts'

interface Props {
  url: string
  /** What stands in the field: it isn't replaced unasked. */
  title: string
  onTitle: (title: string) => void
  isOff: boolean
}

/** Asks the page how it is called; puts that into an empty field, and offers it for one that isn't. */
export function TitleFetcher({ url, title, onTitle, isOff }: Props) {
  const fetching = useTitle()
  const [wasTaken, setTaken] = useState(false)
  const address = readUrl(url)
  // of another address it says nothing
  const isCurrent = fetching.variables !== undefined && fetching.variables === address
  const found = isCurrent ? fetching.data?.title : undefined

  function take(found: string) {
    setTaken(true)
    onTitle(found)
  }

  function fetchTitle() {
    if (!address || fetching.isPending) return
    setTaken(false)
    fetching.mutate(address)
  }

  // typed meanwhile counts: the field is looked at when the answer comes
  const arrive = useEffectEvent((found: string) => {
    if (isBlank(title)) take(found)
  })
  useEffect(() => {
    if (typeof found === 'string') arrive(found)
  }, [found])

  function said() {
    if (!isCurrent) return null
    if (fetching.isPending) return texts.fetchingTitle
    if (fetching.isError) return messageOf(fetching.error, texts.noTitle)
    if (found === null) return texts.noTitle
    if (found === undefined) return null
    if (found === title.trim()) return wasTaken ? texts.titleFetched : texts.sameTitle
    return texts.titleIs(found)
  }

  const isOffered = typeof found === 'string' && found !== title.trim()
  return (
    <div className={css.fetcher}>
      <Button size="s" icon="again" disabled={!address || isOff} busy={fetching.isPending} onClick={fetchTitle}>
        {texts.fetchTitle}
      </Button>
      <p role="status" className={css.said}>
        {said()}
      </p>
      {isOffered && !fetching.isPending && (
        <Button size="s" icon="check" onClick={() => take(found)}>
          {texts.takeTitle}
        </Button>
      )}
    </div>
  )
}
