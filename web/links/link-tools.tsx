import { Button } from '../ui/button.tsx'
import { texts } from './texts.ts'
import { type Picking, usePickers } from './use-pickers.tsx'

/** 'Link File' and 'Link Post' (SPEC §2, "Create post"): pick, and the token stands at the cursor. */
export function LinkTools({ disabled, ...picking }: Picking & { disabled: boolean }) {
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
