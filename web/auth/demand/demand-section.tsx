import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import css from '../auth.module.css'
import { useFactorDemand } from './api.ts'
import { describeDemand } from './describe-demand.ts'
import { texts } from './texts.ts'

const DemandDialog = lazyPart(() => import('./demand-dialog.tsx'))

/** Demand for a second factor, and the number of people without one, for admins. */
export function DemandSection({ onShowWithout }: { onShowWithout: () => void }) {
  const query = useFactorDemand()
  const dialog = useDialogTarget<{ id: string }>()
  const { data } = query
  return (
    <section aria-labelledby="factor-demand" className={css.demand}>
      <div className={css.demandText}>
        <h2 id="factor-demand" className={css.title}>
          {texts.title}
        </h2>
        {data && (
          <p className="muted small airy">
            {describeDemand(data)}{' '}
            {data.members_without === 0
              ? texts.allHave(data.members)
              : texts.without(data.members_without, data.members, data.admins_without)}
          </p>
        )}
        {query.isError && <ErrorNote query={query}>{messageOf(query.error, texts.loadFailed)}</ErrorNote>}
      </div>
      {data && (
        <div className="wrap gap-2">
          {data.members_without > 0 && data.members > 1 && (
            <Button size="s" variant="quiet" aria-describedby="factor-demand" onClick={onShowWithout}>
              {texts.show}
            </Button>
          )}
          <Button size="s" aria-haspopup="dialog" aria-describedby="factor-demand" onClick={() => dialog.open(null)}>
            {texts.change}
          </Button>
        </div>
      )}
      {data && dialog.shown && (
        <DemandDialog
          key={dialog.shown.key}
          demand={data}
          open={dialog.shown.isOpen}
          onClose={() => dialog.close(true)}
        />
      )}
    </section>
  )
}
