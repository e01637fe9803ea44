import { useNavigate } from 'react-router'
import { isOpen } from '../../contract/operator/first-steps.ts'
import { pages } from '../../contract/pages.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { useFirstSteps, useSetAside } from './api.ts'
import { texts } from './texts.ts'

/** The way back to a list that was put away before all was done. */
export default function HiddenSteps() {
  const { data } = useFirstSteps()
  const setAside = useSetAside()
  const navigate = useNavigate()
  if (!data?.is_put_away || !data.steps.some(isOpen)) return null

  const show = () =>
    setAside.mutate(
      { name: 'all', is_set_aside: false },
      { onSuccess: () => void navigate(pages.admin.path), onError: () => toast.error(texts.changeFailed) },
    )

  return (
    <div className="row wrap spread gap-2-3 muted small">
      <p>{texts.hiddenShort}</p>
      <Button size="s" busy={setAside.isPending} onClick={show}>
        {texts.showAgain}
      </Button>
    </div>
  )
}
