import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { texts } from './texts.ts'

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
