export type LeftOut = (what: string, reason: string) => void

export interface Resolver {
  /** A file of the archive by its address in any size, or by the number of its attachment. */
  file(url: string, attachment?: number): { id: string; name: string; isPicture: boolean } | undefined
  post(url: string): { id: string; title: string } | undefined
  /** HTML of a block that several posts share. */
  block?(id: number): string | undefined
}

export interface ConversionOptions {
  resolve: Resolver
  leftOut: LeftOut
  /** Address of the site, for addresses without one. */
  base: string
  /** Attachments of the post, which a gallery without numbers shows. */
  attached: number[]
  /** JSON of the post's notes, which it keeps apart. */
  footnotes?: string
}
