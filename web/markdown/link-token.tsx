import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { LinkKind } from '../../contract/link-tokens.ts'

export interface LinkTokenProps {
  kind: LinkKind
  /** Hexadecimal; an id or not. */
  target: string
  /** In words; empty for that of the target. */
  label: string
  /** The label with its marks, where it has any. */
  children?: ReactNode
}

/** What link tokens become; given by who knows files and posts, as Markdown knows neither. */
export const LinkTokens = createContext<ComponentType<LinkTokenProps>>(({ label, children }) => children ?? label)

export function LinkToken({ kind, target, label, children }: LinkTokenProps) {
  const Resolved = useContext(LinkTokens)
  return (
    <Resolved kind={kind} target={target} label={label}>
      {Array.isArray(children) && children.length === 0 ? undefined : children}
    </Resolved>
  )
}
