import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { LinkKind } from '../../contract/content/link-tokens.ts'

export interface LinkTokenProps {
  kind: LinkKind
  /** Hexadecimal, but not necessarily an id. */
  target: string
  /** Plain text; if empty, the target's title. */
  label: string
  children?: ReactNode
}

export const PlainLinkToken = ({ label, children }: LinkTokenProps) => children ?? label

/** The component for link tokens. Provided by the app, as Markdown knows neither files nor posts. */
export const LinkTokens = createContext<ComponentType<LinkTokenProps>>(PlainLinkToken)

export function LinkToken({ kind, target, label, children }: LinkTokenProps) {
  const Resolved = useContext(LinkTokens)
  return (
    <Resolved kind={kind} target={target} label={label}>
      {Array.isArray(children) && children.length === 0 ? undefined : children}
    </Resolved>
  )
}
