import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { sharedParameter, takeShared } from '../service-worker/shared.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { Notice } from '../ui/page/notice.tsx'
import { texts } from './texts.ts'

type Shared = NonNullable<Awaited<ReturnType<typeof takeShared>>>

/** Hands what another app has shared to the page that was opened for it, which says so if it could not be kept. */
export function useShared(onShared: (shared: Shared) => void | Promise<void>) {
  const [search, setSearch] = useSearchParams()
  const isMeant = search.has(sharedParameter)
  const receive = useEffectEvent(async () => {
    const shared = await takeShared().catch((error) => void console.warn('shared', error))
    setSearch(
      (before) => {
        before.delete(sharedParameter)
        return before
      },
      { replace: true },
    )
    if (shared) await onShared(shared)
    else toast.error(texts.sharedGone)
  })
  useEffect(() => {
    if (isMeant) receive().catch((error) => console.warn('shared', error))
  }, [isMeant])
}

/** Above a form that another app, or any page, has filled in. */
export const SharedNote = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice
    icon="info"
    title={texts.fromOutside}
    action={
      <Button size="s" onClick={onDiscard}>
        {texts.discard}
      </Button>
    }
  />
)
