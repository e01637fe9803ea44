import { randomNumbers } from '../../../tools/random.ts'
import { blur, curve, draw, fade, glow, grain, round, type Scene, times } from '../drawing.ts'

function scribble(x: number, y: number, long: number, size: number, next: () => number) {
  let text = ''
  for (let at = x; at < x + long; at += size * (0.55 + next() * 0.35)) {
    if (next() < 0.12) {
      at += size * 0.4
      continue
    }
    const [a, b, c] = [next() * size * 0.6, next() * size, next() * size * 0.5]
    const letters = [
      `M${round(at)} ${round(y)}v${round(-size)}m0 ${round(size * 0.5)}q${round(a)} ${round(-c)} ${round(size * 0.5)} ${round(size * 0.5)}`,
      `M${round(at)} ${round(y)}l${round(size * 0.28)} ${round(-size)}l${round(size * 0.28)} ${round(size)}`,
      `M${round(at + size * 0.5)} ${round(y - size * 0.85)}q${round(-size * 0.6)} ${round(size * 0.1)} ${round(-size * 0.4)} ${round(size * 0.55)}t${round(size * 0.45)} ${round(c * 0.4)}`,
      `M${round(at)} ${round(y - size)}h${round(size * 0.55)}m${round(-size * 0.27)} 0v${round(size)}`,
      `M${round(at)} ${round(y - b * 0.3)}a${round(size * 0.25)} ${round(size * 0.36)} 0 1 1 .1 1z`,
      `M${round(at)} ${round(y)}v${round(-size)}h${round(size * 0.5)}v${round(size)}`,
    ]
    text += letters[Math.floor(next() * letters.length)]
  }
  return `<path d="${text}" fill="none" stroke="#2a2630" stroke-width="${round(2.6 + next() * 0.8)}" stroke-linecap="round" stroke-linejoin="round" opacity="${round(0.75 + next() * 0.25)}"/>`
}

export function papyrus(): Scene {
  const [width, height] = [1600, 1200]
  const next = randomNumbers(9)
  const edge: [number, number][] = []
  for (let x = 250; x <= 1330; x += 36) edge.push([x, 150 + next() * 12])
  for (let y = 190; y <= 1020; y += 34) edge.push([1346 + next() * 16, y])
  for (let x = 1330; x >= 250; x -= 36) edge.push([x, 1046 + next() * 12])
  for (let y = 1020; y >= 190; y -= 34) edge.push([232 + next() * 16, y])
  const sheet = curve(edge, true)
  const fibres = times(420, (index) => {
    const [x, y, long] = [230 + next() * 1130, 150 + next() * 910, 60 + next() * 380]
    const line = index % 2 ? `M${round(x)} ${round(y)}h${round(long)}` : `M${round(x)} ${round(y)}v${round(long * 0.7)}`
    return `<path d="${line}" stroke="${index % 3 ? '#a5803c' : '#fff6dd'}" stroke-width="${round(0.6 + next() * 1.6)}" opacity="${round(0.1 + next() * 0.22)}"/>`
  })
  const column = (x: number, long: number, lines: number) =>
    times(lines, (line) =>
      scribble(x, 262 + line * 47, line === lines - 1 ? long * 0.45 : long - next() * 40, 21, next),
    )
  return draw(
    width,
    height,
    `<defs>${fade('table', [
      [0, '#5a3a22'],
      [0.5, '#462b19'],
      [1, '#311d12'],
    ])}${fade(
      'sheet',
      [
        [0, '#e6cd96'],
        [0.08, '#f3e2b8'],
        [0.5, '#efdcae'],
        [0.92, '#eed8a6'],
        [1, '#d3b479'],
      ],
      true,
    )}${fade(
      'roll',
      [
        [0, '#8a6a34'],
        [0.3, '#f3e2b8'],
        [0.6, '#d9bd82'],
        [1, '#6b4f24'],
      ],
      true,
    )}${glow('light', [
      [0, '#fff3cf', 0.5],
      [0.5, '#f6c878', 0.12],
      [1, '#1a0f08', 0.62],
    ])}${fade(
      'pot',
      [
        [0, '#6b2a18'],
        [0.4, '#c0603a'],
        [1, '#54200f'],
      ],
      true,
    )}${fade('reed', [
      [0, '#e6cf8a'],
      [0.5, '#c2a052'],
      [1, '#8a6a2c'],
    ])}${blur('shade', 16)}<clipPath id="sheet-shape"><path d="${sheet}"/></clipPath></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#table)"/>`,
    times(60, () => {
      const y = next() * height
      return `<path d="M0 ${round(y)}q400 ${round(next() * 30 - 15)} 800 0t800 ${round(next() * 24 - 12)}" fill="none" stroke="#1f120a" stroke-width="${round(0.8 + next() * 2.4)}" opacity="${round(0.15 + next() * 0.3)}"/>`
    }),
    `<path d="M0 396h1600M0 806h1600" stroke="#1a0f08" stroke-width="5" opacity=".7"/>`,
    `<path d="${sheet}" fill="#120a05" opacity=".6" transform="translate(16 22)" filter="url(#shade)"/><path d="${sheet}" fill="url(#sheet)"/>`,
    `<g clip-path="url(#sheet-shape)">${fibres}<path d="M300 140v930M620 140v930M1010 140v930" stroke="#b08a48" stroke-width="9" opacity=".22"/></g>`,
    `<g>${column(330, 400, 16)}${column(810, 430, 11)}</g>`,
    `<g transform="translate(1030 880)" fill="none" stroke="#9c3f22" stroke-width="5" stroke-linecap="round"><path d="M-70 60h150M-56 60l5-56h112l5 56M-32 4l4-66h68l4 66M-12-62l2-32h32l2 32"/><path d="M6-134q-18 20-6 36h12q12-16-6-36z" fill="#c9531f" stroke="none"/><path d="M-90 84q20-14 40 0t40 0t40 0t40 0t40 0"/></g>`,
    `<g><rect x="176" y="124" width="84" height="960" rx="38" fill="#120a05" opacity=".5" filter="url(#shade)"/><rect x="170" y="112" width="82" height="968" rx="30" fill="url(#roll)"/><rect x="196" y="70" width="30" height="46" rx="8" fill="#6b4320"/><rect x="196" y="1076" width="30" height="46" rx="8" fill="#6b4320"/><circle cx="211" cy="66" r="22" fill="#8a5a2c"/><circle cx="211" cy="1126" r="22" fill="#8a5a2c"/></g>`,
    `<g transform="translate(1450 300)"><ellipse cx="14" cy="104" rx="116" ry="34" fill="#120a05" opacity=".6" filter="url(#shade)"/><path d="M-86-10q-24 96 26 118h120q50-22 26-118z" fill="url(#pot)"/><ellipse cy="-12" rx="86" ry="26" fill="#8a3a20"/><ellipse cy="-10" rx="66" ry="18" fill="#0d0c12"/><path d="M-92 40q92 34 184 0" stroke="#f0b878" stroke-width="5" fill="none" opacity=".55"/></g>`,
    `<g transform="translate(1230 640) rotate(-58)"><path d="M-20 16h380l20 10h-400z" fill="#120a05" opacity=".5" filter="url(#shade)"/><path d="M0-13h400v26h-400l-74-11z" fill="url(#reed)"/><path d="M-74 2l46-7v11z" fill="#15131a"/><path d="M120-13v26M270-13v26" stroke="#7a5c24" stroke-width="4"/></g>`,
    `<circle cx="1106" cy="726" r="9" fill="#2a2630"/><circle cx="1136" cy="756" r="5" fill="#2a2630"/><circle cx="1090" cy="752" r="3" fill="#2a2630"/>`,
    grain('0.5', 0.24, [0.3, 0.18, 0.05], 6),
    `<ellipse cx="760" cy="520" rx="1200" ry="980" fill="url(#light)"/>`,
  )
}
