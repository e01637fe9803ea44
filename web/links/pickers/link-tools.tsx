import { Button } from '../../ui/controls/button.tsx'
import { texts } from '../texts.ts'
import { type TextCursor, usePickers } from './use-pickers.tsx'

/** 'Link File' and 'Link Post' (SPEC §2, "Create post"). */
export function LinkTools({ disabled, ...picking }: TextCursor & { disabled: boolean }) {
  const { pick, picker } = usePickers(picking)
  return (
    <>
      <Button size="s" variant="quiet" icon="archive" disabled={disabled} onClick={() => pick('file')}>
        {texts.linkFile}
      </Button>
      <Button size="s" variant="quiet" icon="link" disabled={disabled} onClick={() => pick('post')}>
        {texts.linkPost}
      </Button>
      {picker}
    </>
  )
}
