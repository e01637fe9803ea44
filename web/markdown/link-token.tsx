import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { ArchiveFile } from '../../contract/files.ts'

export interface FoundImage {
  file: ArchiveFile
  /** Finds it again, as its signed URLs expire within hours. */
  reload: () => Promise<ArchiveFile | null | undefined>
}

export interface LinkTokenProps {
  kind: LinkKind
  /** Hexadecimal, but not necessarily an id. */
  target: string
  /** Plain text; if empty, the target's title. */
  label: string
  children?: ReactNode
  /** For a token that shows an image: draws the image once it is found, and before that its place. Anything else is linked. */
  image?: (found?: FoundImage) => ReactNode
}

export const PlainLinkToken = ({ label, children }: LinkTokenProps) => children ?? label

/** The component for link tokens. Provided by the app, as Markdown knows neither files nor posts. */
export const LinkTokens = createContext<ComponentType<LinkTokenProps>>(PlainLinkToken)

export function LinkToken({ kind, target, label, children, image }: LinkTokenProps) {
  const Resolved = useContext(LinkTokens)
  return (
    <Resolved kind={kind} target={target} label={label} image={image}>
      {Array.isArray(children) && children.length === 0 ? undefined : children}
    </Resolved>
  )
}
