import { fileURLToPath } from 'node:url'
import globalData from '@csstools/postcss-global-data'
import customMedia from 'postcss-custom-media'

// The named breakpoints hold in every style sheet (theme/breakpoints.css).
const breakpoints = fileURLToPath(new URL('theme/breakpoints.css', import.meta.url))

export default { plugins: [globalData({ files: [breakpoints] }), customMedia()] }
