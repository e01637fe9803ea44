import { type Picking, usePickers } from '../links/use-pickers.tsx'
import { IconButton } from '../ui/button.tsx'
import { texts } from './texts.ts'

/** Picks a file of the archive, and its token stands at the cursor. */
export function LinkFile(picking: Picking) {
  const { pick, picker } = usePickers(picking)
  return (
    <>
      <IconButton label={texts.linkFile} icon="archive" onClick={() => pick('file')} />
      {picker}
    </>
  )
}
