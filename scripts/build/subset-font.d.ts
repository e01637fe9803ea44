declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2'
    keepFeatures?: string[]
    variationAxes?: Record<string, { min: number; max: number }>
    noHinting?: boolean
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
