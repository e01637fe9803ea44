import css from './composer.module.css'
import { texts } from './texts.ts'
import { useTypingPeople } from './use-typing-people.ts'

/** 'Ana está escribiendo…', in a line that is always there; not read aloud, as it comes and goes. */
export function TypingLine() {
  const names = useTypingPeople()
  return <p className={css.typing}>{names.length > 0 && texts.typing(names)}</p>
}
