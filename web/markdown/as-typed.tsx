import { inPieces } from './pieces.ts'

/** A text as its author typed it, for what can't be rendered. In pieces, as browsers are slow with a very long one. */
export function AsTyped({ text }: { text: string }) {
  return (
    <div className="as-typed long">
      {inPieces(text, 1000).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have nothing but their place
        <div key={index}>{part.replace(/\n$/, '')}</div>
      ))}
    </div>
  )
}
