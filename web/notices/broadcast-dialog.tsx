import { useState } from 'react'
import { parameters } from '../../contract/content/places.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { useSearchParamState } from '../ui/hooks/use-search-param-state.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useBroadcastText, useOpenedSubject } from './api.ts'
import { texts } from './texts.ts'

/** The broadcast of the address (`?aviso=…`). */
export function BroadcastDialog() {
  const { search, change } = useSearchParamState()
  const id = search.get(parameters.broadcast) ?? undefined
  // the last one stays until the dialog has gone
  const [shown, show] = useState(id)
  if (id !== undefined && id !== shown) show(id)
  const query = useBroadcastText(shown ?? '', id !== undefined)
  const { data, error, isPending } = query
  useOpenedSubject(id)
  return (
    <Dialog
      title={data?.subject ?? texts.broadcast}
      open={id !== undefined}
      onClose={() => change({ [parameters.broadcast]: undefined })}
    >
      {isPending ? (
        <Skeleton label={texts.loadingBroadcast} shape="lines" count={4} />
      ) : data ? (
        <p className="breaks pre-line">{data.message}</p>
      ) : isStatus(error, 404) ? (
        <p>{texts.broadcastMissing}</p>
      ) : (
        <ErrorNote query={query}>{messageOf(error, texts.broadcastFailed)}</ErrorNote>
      )}
    </Dialog>
  )
}
