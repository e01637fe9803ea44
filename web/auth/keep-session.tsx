import { Checkbox } from '../ui/controls/checkbox.tsx'
import { texts } from './texts.ts'

interface Props {
  keep: boolean
  onChange: (keep: boolean) => void
}

/** The choice of a session that outlives the browser (DECISIONS §3). */
export const KeepSession = ({ keep, onChange }: Props) => (
  <Checkbox label={texts.keepSession} hint={texts.keepSessionHint} checked={keep} onCheckedChange={onChange} />
)
