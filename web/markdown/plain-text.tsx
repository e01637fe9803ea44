import { splitText } from '../../contract/markdown/plugins/split-long-texts.ts'

/** A text as typed, in pieces, as browsers are slow with a very long one. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="plain-text long">
      {splitText(text, 1000).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <div key={index}>{part.replace(/\n$/, '')}</div>
      ))}
    </div>
  )
}
