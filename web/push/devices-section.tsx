import { useRef } from 'react'
import { ActionList } from '../ui/action-list.tsx'
import { Button } from '../ui/controls/button.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { SectionHead } from '../ui/page/section-head.tsx'
import { useEnableHere, usePushDevices } from './api.ts'
import { pushSupport } from './browser.ts'
import { DeviceItem } from './device-item.tsx'
import { texts } from './texts.ts'

const hints = { here: undefined, 'install first': texts.installFirst, blocked: texts.blocked, none: texts.unsupported }

/** The own browsers that get push messages, this one first to be added. */
export default function DevicesSection() {
  const query = usePushDevices()
  const heading = useRef<HTMLHeadingElement>(null)
  const { enable, isBusy } = useEnableHere()
  const support = pushSupport()
  const isMissing = query.data !== undefined && !query.data.some(({ is_current }) => is_current)
  // The pressed button is removed.
  const focusHeading = () => heading.current?.focus()

  return (
    <section aria-labelledby="push" className="above-7">
      <SectionHead
        id="push"
        title={texts.title}
        headingRef={heading}
        intro={texts.intro}
        action={
          isMissing &&
          support === 'here' && (
            <Button
              icon="bell"
              busy={isBusy}
              onClick={() => void enable().then((isEnabled) => isEnabled && focusHeading())}
            >
              {texts.enable}
            </Button>
          )
        }
        className="below-3"
      />
      {hints[support] && <p className="below-3 muted airy">{hints[support]}</p>}
      {query.data?.length === 0 && <p>{texts.none}</p>}
      {query.data && query.data.length > 0 && (
        <ActionList labelledBy="push">
          {query.data.map((device) => (
            <DeviceItem key={device.id} device={device} onRemoved={focusHeading} />
          ))}
        </ActionList>
      )}
      <QueryState query={query} texts={texts} shape="rows" count={1} />
    </section>
  )
}
