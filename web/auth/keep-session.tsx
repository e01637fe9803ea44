import { Checkbox } from '../ui/controls/choice.tsx'
import { loginTexts } from './login-texts.ts'

interface Props {
  keep: boolean
  onChange: (keep: boolean) => void
}

/** The choice of a session that outlives the browser (DECISIONS §3). */
export const KeepSession = ({ keep, onChange }: Props) => (
  <Checkbox
    label={loginTexts.keepSession}
    hint={loginTexts.keepSessionHint}
    checked={keep}
    onCheckedChange={onChange}
  />
)
