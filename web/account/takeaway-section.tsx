import type { UserContents } from '../../contract/users.ts'
import { useMember } from '../api/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../ui/lazy.ts'
import { SectionHead } from '../ui/page/section-head.tsx'
import { listContents, useUserContents } from '../users/contents.ts'
import css from './account.module.css'
import { texts } from './texts.ts'

const TakeawayDialog = lazyPart(() => import('./takeaway-dialog.tsx'))

/** A ZIP of one's own things. Without their counts it can be had all the same. */
export function TakeawaySection() {
  const me = useMember()
  if (!me) return null
  return <Takeaway id={me.id} />
}

function Takeaway({ id }: { id: string }) {
  const { data: contents } = useUserContents(id)
  const { shown, open, close } = useDialogTarget()

  return (
    <section aria-labelledby="takeaway" className="above-7">
      <SectionHead id="takeaway" title={texts.takeaway} intro={texts.takeawayIntro} className="below-3" />
      <div className="stack start gap-3 card padded airy">
        {contents && <Contents contents={contents} />}
        <p className="muted small">{texts.notIncluded}</p>
        <Button icon="download" aria-haspopup="dialog" onClick={() => open(null)}>
          {texts.prepare}
        </Button>
      </div>
      {shown && <TakeawayDialog key={shown.key} contents={contents} open={shown.isOpen} onClose={() => close(true)} />}
    </section>
  )
}

function Contents({ contents }: { contents: UserContents }) {
  const items = listContents(contents)
  if (items.length === 0) return <p>{texts.nothing}</p>
  return (
    <>
      <p id="takeaway-contents">{texts.contents}</p>
      <ul className={css.contents} aria-labelledby="takeaway-contents">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  )
}
