import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const paper = '#f5eddc'
const colours = '.g{fill:#d9a93c;opacity:.55}.l{stroke:#20222e}.t{fill:#9c3f22}'

interface Icon {
  size: number
  style?: string
  /** Of the side, which the drawing takes. */
  scale: number
  /** Corner of the paper, of the side; without paper the icon is transparent. */
  corner?: number
}

/** Masks cut away all outside of a circle of four fifths of the side. */
const maskable = { scale: 0.62, corner: 0 }
const onPaper = { scale: 0.76, corner: 0.18 }
/** Systems colour it themselves: only its opacity counts. */
const monochrome = { scale: 0.76, style: '.g{fill:#000;opacity:.55}.l{stroke:#000}.t{fill:#000}' }

/** Of web/public/manifest.webmanifest, of notifications, and of iPhones and iPads. */
const icons: Record<string, Icon> = {
  'icons/any-192.png': { size: 192, ...onPaper },
  'icons/any-512.png': { size: 512, ...onPaper },
  'icons/maskable-192.png': { size: 192, ...maskable },
  'icons/maskable-512.png': { size: 512, ...maskable },
  'icons/monochrome-512.png': { size: 512, ...monochrome },
  // small, beside the time while a notification is there
  'icons/monochrome-96.png': { size: 96, ...monochrome },
  'apple-touch-icon.png': { size: 180, scale: 0.72, corner: 0 },
}

/** The drawing of the favicon, in the colours of the icon. */
function drawIcon({ size, style = colours, scale, corner }: Icon) {
  const favicon = readFileSync('web/public/favicon.svg', 'utf8')
  const shapes = favicon.match(/<path[^>]*>/g)?.join('') ?? ''
  const side = 36
  const offset = ((1 - scale) * side) / 2
  const background =
    corner === undefined ? '' : `<rect width="${side}" height="${side}" rx="${corner * side}" fill="${paper}"/>`
  const lines = '.l{fill:none;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"><style>${lines}${style}</style>${background}<g transform="translate(${offset} ${offset}) scale(${scale})">${shapes}</g></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** Draws the icons of the installed app from the favicon. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, icon] of Object.entries(icons))
        this.emitFile({ type: 'asset', fileName, source: await drawIcon(icon) })
    },
  }
}
