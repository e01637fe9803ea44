import { chance } from './chance.ts'
import { blur, curve, draw, fade, glow, grain, round, type Scene, stars, times } from './drawing.ts'

/** A line of writing that can't be read: letters of two or three strokes. */
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
  const next = chance(9)
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

export function amphorae(): Scene {
  const [width, height] = [1600, 1200]
  const meander = (y: number, half: number, colour: string) =>
    `<path d="${times(Math.floor((half * 2) / 28), (index) => `M${-half + 6 + index * 28} ${y + 22}v-22h22v16h-11v-7`)}" fill="none" stroke="${colour}" stroke-width="4"/>`
  const shapes = [
    {
      body: 'M-34-330h68l-8 60q4 40 74 96q56 50 40 150q-18 110-104 206l-10 46h-52l-10-46q-86-96-104-206q-16-100 40-150q70-56 74-96z',
      half: 128,
      handle: 'M-34-306q-86 10-66 128M34-306q86 10 66 128',
      belt: -60,
    },
    {
      body: 'M-60-240h120l-14 40q10 26 80 66q50 60 22 150q-26 80-92 120l14 46h-140l14-46q-66-40-92-120q-28-90 22-150q70-40 80-66z',
      half: 140,
      handle: 'M-56-214q-96 0-76 110M56-214q96 0 76 110',
      belt: -30,
    },
    {
      body: 'M-24-280h48q-10 60-2 100q76 40 84 130q4 100-66 186l20 46h-120l20-46q-70-86-66-186q8-90 84-130q8-40-2-100z',
      half: 100,
      handle: 'M24-266q92 0 72 150',
      belt: -10,
    },
  ]
  const jar = (x: number, scale: number, which: number, clay: [string, string, string], id: string, ink: string) => {
    const { body, half, handle, belt } = shapes[which] as (typeof shapes)[number]
    const bottom = [182, 136, 182][which] ?? 0
    return `<g transform="translate(${x} ${980 - bottom * scale}) scale(${scale})"><ellipse cx="50" cy="${bottom - 2}" rx="170" ry="22" fill="#2a1a10" opacity=".5" filter="url(#shade)"/><defs>${fade(
      `clay-${id}`,
      [
        [0, clay[2]],
        [0.32, clay[0]],
        [0.6, clay[1]],
        [1, clay[2]],
      ],
      true,
    )}<clipPath id="shape-${id}"><path d="${body}"/></clipPath></defs><path d="${handle}" fill="none" stroke="${clay[2]}" stroke-width="24" stroke-linecap="round"/><path d="${handle}" fill="none" stroke="${clay[1]}" stroke-width="13" stroke-linecap="round"/><path d="${body}" fill="url(#clay-${id})"/><g clip-path="url(#shape-${id})"><path d="M-200 ${belt - 40}h400v12h-400zM-200 ${belt + 36}h400v12h-400z" fill="${ink}"/>${meander(belt - 16, half + 20, ink)}<path d="M-200 ${belt + 74}h400" stroke="${ink}" stroke-width="5"/>${times(11, (index) => `<path d="M${-160 + index * 32} ${bottom}l16-${76}l16 ${76}z" fill="${ink}" opacity=".9"/>`)}<path d="M-70-400q-40 260 10 560" stroke="#fff3e0" stroke-width="22" opacity=".2" fill="none" filter="url(#shine)"/></g><path d="M-70 ${which === 1 ? -240 : which === 2 ? -280 : -330}h140" stroke="${clay[2]}" stroke-width="18" stroke-linecap="round" transform="scale(${which === 2 ? 0.55 : which === 1 ? 0.98 : 0.66} 1)"/></g>`
  }
  return draw(
    width,
    height,
    `<defs>${fade('wall', [
      [0, '#c9ac86'],
      [0.5, '#e8d3ae'],
      [1, '#d6b98f'],
    ])}${fade('shelf', [
      [0, '#8a5f3a'],
      [0.2, '#6b4427'],
      [1, '#3a2415'],
    ])}${blur('shade', 12)}${blur('shine', 8)}${blur('sunlight', 14)}${glow('corner', [
      [0, '#2a1a10', 0],
      [0.6, '#2a1a10', 0.05],
      [1, '#2a1a10', 0.5],
    ])}</defs>`,
    `<rect width="${width}" height="${height}" fill="url(#wall)"/>`,
    `<g filter="url(#sunlight)" fill="#fff6dd" opacity=".55"><path d="M120 60l300-60h190l-330 560h-250zM660-20h220l-330 600h-210z"/></g>`,
    `<path d="M0 760h1600v34h-1600z" fill="#9c3f22" opacity=".7"/><path d="M0 806h1600v8h-1600z" fill="#175a80" opacity=".6"/>`,
    grain('0.02 0.03', 0.55, [0.5, 0.34, 0.18], 8),
    `<g opacity=".26" transform="translate(60 26) skewX(-9)" filter="url(#shade)"><path d="M320 560h200v400h-200zM720 640h260v330h-260zM1240 520h210v450h-210z" fill="#3a2415"/></g>`,
    `<rect y="976" width="${width}" height="224" fill="url(#shelf)"/>${times(22, (index) => `<path d="M0 ${1000 + index * 9}q500 ${(index % 5) * 4 - 8} 1600 ${(index % 3) * 5 - 5}" fill="none" stroke="#1f120a" stroke-width="1.6" opacity=".35"/>`)}<path d="M0 978h1600" stroke="#c08a5a" stroke-width="5"/>`,
    jar(210, 1.12, 0, ['#d9855a', '#b8603a', '#7a3620'], 'a', '#241a1c'),
    jar(1400, 1.2, 0, ['#e0a878', '#c48a5a', '#7f5230'], 'b', '#5a2a1a'),
    jar(560, 0.92, 2, ['#8fb0bc', '#4f7f96', '#1d4458'], 'c', '#f0e2c4'),
    jar(860, 1.28, 1, ['#4a3c3c', '#2c2428', '#141116'], 'd', '#d98a58'),
    jar(1130, 0.74, 2, ['#e8c890', '#cfa564', '#8a642c'], 'e', '#7a2e1a'),
    `<g transform="translate(690 1006)"><path d="M-60-10q60 34 130-4q-10 52-66 54t-64-50z" fill="#9c3f22"/><path d="M-60-12q64 26 130-4q-64-24-130 4z" fill="#5a2415"/>${[
      [-22, -24],
      [6, -30],
      [34, -22],
      [12, -14],
    ]
      .map(
        ([cx, cy], index) =>
          `<circle cx="${cx}" cy="${cy}" r="15" fill="${index % 2 ? '#5f3a66' : '#4a5a2c'}"/><circle cx="${(cx ?? 0) - 5}" cy="${(cy ?? 0) - 5}" r="4" fill="#fff" opacity=".35"/>`,
      )
      .join('')}</g>`,
    grain('0.6', 0.3, [0.25, 0.15, 0.06], 9),
    `<ellipse cx="800" cy="600" rx="1180" ry="900" fill="url(#corner)"/>`,
  )
}

export function oliveBranch(): Scene {
  const [width, height] = [1200, 1600]
  const next = chance(17)
  const stem: [number, number][] = [
    [330, 1480],
    [420, 1240],
    [470, 1010],
    [560, 800],
    [610, 570],
    [720, 370],
    [860, 180],
  ]
  const leaf = (x: number, y: number, turn: number, long: number, tint: number) => {
    const [light, dark] = [
      ['#7f9a5a', '#4f6b36'],
      ['#94a87a', '#5f7a4a'],
      ['#5f7a40', '#3f5f2a'],
      ['#a9b596', '#74876a'],
    ][tint] as [string, string]
    const wide = long * 0.13
    return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})"><path d="M0 0q${round(long * 0.4)} ${round(-wide * 1.7)} ${round(long)} 0q${round(-long * 0.6)} ${round(wide * 0.2)} ${round(-long)} 0z" fill="${light}"/><path d="M0 0q${round(long * 0.45)} ${round(wide * 1.6)} ${round(long)} 0q${round(-long * 0.6)} ${round(wide * 0.2)} ${round(-long)} 0z" fill="${dark}"/><path d="M0 0q${round(long * 0.4)} ${round(wide * 0.2)} ${round(long * 0.94)} 0" stroke="#e6e0b8" stroke-width="2" fill="none" opacity=".6"/></g>`
  }
  const olive = (x: number, y: number, size: number, isRipe: boolean) =>
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(next() * 30 - 15)})"><path d="M0 ${round(-size * 1.2)}q-4-26-20-40" stroke="#6b5a30" stroke-width="4" fill="none"/><ellipse rx="${round(size)}" ry="${round(size * 1.28)}" fill="${isRipe ? '#4a2c4a' : '#77883c'}"/><ellipse cx="${round(size * 0.2)}" cy="${round(size * 0.3)}" rx="${round(size * 0.75)}" ry="${round(size * 0.9)}" fill="${isRipe ? '#2f1b33' : '#56682a'}" opacity=".6"/><ellipse cx="${round(-size * 0.35)}" cy="${round(-size * 0.5)}" rx="${round(size * 0.2)}" ry="${round(size * 0.36)}" fill="#fff" opacity=".45" transform="rotate(18)"/></g>`
  const along = (at: number): [number, number] => {
    const place = at * (stem.length - 1)
    const [from, to] = [stem[Math.floor(place)], stem[Math.ceil(place)]] as [[number, number], [number, number]]
    const rest = place - Math.floor(place)
    return [from[0] + (to[0] - from[0]) * rest, from[1] + (to[1] - from[1]) * rest]
  }
  const leaves = times(40, (index) => {
    const at = 0.1 + (index / 40) * 0.9
    const [x, y] = along(at)
    const side = index % 2 ? 1 : -1
    const turn = -64 + side * (48 + next() * 22) - at * 6
    return leaf(x, y, turn, (300 - at * 130) * (0.8 + next() * 0.35), Math.floor(next() * 4))
  })
  const olives = times(9, (index) => {
    const [x, y] = along(0.16 + index * 0.088)
    return olive(x + (index % 2 ? 78 : -62) + next() * 20, y + 84 + next() * 26, 40 - index * 1.6, index % 3 === 1)
  })
  const wash = times(
    7,
    () =>
      `<ellipse cx="${round(300 + next() * 600)}" cy="${round(300 + next() * 1000)}" rx="${round(160 + next() * 220)}" ry="${round(120 + next() * 200)}" fill="${['#d9e0b8', '#e6d9a8', '#cfdcc8'][Math.floor(next() * 3)]}" opacity=".42" filter="url(#wash)"/>`,
  )
  const drawing = `<path d="${curve(stem)}" fill="none" stroke="#6b5230" stroke-width="15" stroke-linecap="round"/><path d="${curve(stem)}" fill="none" stroke="#9a7f4a" stroke-width="5" stroke-linecap="round"/>${leaves}${olives}`
  return draw(
    width,
    height,
    `<defs>${glow('edge', [
      [0, '#7a5510', 0],
      [0.7, '#7a5510', 0.04],
      [1, '#7a5510', 0.3],
    ])}${blur('wash', 46)}${blur('shade', 9)}<filter id="dark" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="10"/><feColorMatrix values="0 0 0 0 .35 0 0 0 0 .28 0 0 0 0 .14 0 0 0 .3 0"/></filter></defs>`,
    `<rect width="${width}" height="${height}" fill="#f5eddc"/>`,
    wash,
    `<g transform="translate(18 26)" filter="url(#dark)">${drawing}</g>`,
    drawing,
    `<path d="M60 60h1080v1480h-1080z" fill="none" stroke="#9c3f22" stroke-width="4" opacity=".55"/><path d="M76 76h1048v1448h-1048z" fill="none" stroke="#9c3f22" stroke-width="1.5" opacity=".55"/>`,
    grain('0.04 0.9', 0.22, [0.48, 0.36, 0.1], 10),
    grain('0.9 0.04', 0.2, [0.48, 0.36, 0.1], 11),
    `<ellipse cx="600" cy="800" rx="900" ry="1180" fill="url(#edge)"/>`,
  )
}

export function cat(): Scene {
  const [width, height] = [1600, 1200]
  const next = chance(5)
  const book = (x: number, y: number, long: number, tall: number, colour: string) =>
    `<g transform="translate(${x} ${y})"><rect x="${long - 26}" y="7" width="34" height="${tall - 14}" fill="#efe0bc"/>${times(5, (line) => `<path d="M${long - 24} ${12 + (line * (tall - 24)) / 4}h30" stroke="#b89a62" stroke-width="1.5"/>`)}<path d="M14 0h${long}v9h-${long - 4}q-8 ${tall / 2 - 9} 0 ${tall - 18}h${long - 4}v9h-${long}q-30-${tall / 2} 0-${tall}z" fill="${colour}"/><rect x="8" y="9" width="${long - 32}" height="${tall - 18}" fill="${colour}"/><path d="M60 3v${tall - 6}M74 3v${tall - 6}M${long - 90} 3v${tall - 6}" stroke="#e6be67" stroke-width="4" opacity=".8"/><path d="M120 ${tall / 2}h${round(long * 0.34)}" stroke="#e6be67" stroke-width="5" opacity=".6" stroke-dasharray="26 9 44 9"/><rect y="${tall - 12}" width="${long}" height="12" fill="#0a0d16" opacity=".22"/></g>`
  const shelf = (y: number) => {
    let row = ''
    for (let x = 20; x < 700; ) {
      const [wide, tall] = [26 + next() * 40, 150 + next() * 70]
      const colour = ['#5a2a20', '#27405a', '#4a3d1c', '#2f4630', '#4a2a44', '#6b4a24'][Math.floor(next() * 6)]
      row += `<rect x="${round(x)}" y="${round(y - tall)}" width="${round(wide)}" height="${round(tall)}" rx="3" fill="${colour}"/><path d="M${round(x + 5)} ${round(y - tall + 26)}h${round(wide - 10)}M${round(x + 5)} ${round(y - 30)}h${round(wide - 10)}" stroke="#c9a050" stroke-width="3" opacity=".5"/>`
      x += wide + 3
    }
    return `${row}<rect x="0" y="${y}" width="740" height="18" fill="#2c1b12"/>`
  }
  const paws = 'M700 664q-60 30-130 18q-30-4-26-24q6-18 40-18q60-2 100-30z'
  return draw(
    width,
    height,
    `<defs>${fade('wall', [
      [0, '#1b2233'],
      [1, '#2c2a38'],
    ])}${fade('night', [
      [0, '#0b1730'],
      [0.6, '#1f4468'],
      [1, '#4d7f93'],
    ])}${fade('table', [
      [0, '#7a4f30'],
      [0.15, '#5a3822'],
      [1, '#2c1a10'],
    ])}${glow('lamp', [
      [0, '#ffe6ae', 0.95],
      [0.2, '#f9c878', 0.5],
      [0.6, '#f0a050', 0.14],
      [1, '#f0a050', 0],
    ])}${glow('moon', [
      [0, '#fdf4d8', 0.6],
      [0.3, '#cfdce6', 0.22],
      [1, '#cfdce6', 0],
    ])}${fade('fur', [
      [0, '#d9884a'],
      [0.6, '#c06a34'],
      [1, '#8a4622'],
    ])}${fade('glass', [
      [0, '#3a6a5a'],
      [1, '#1d3f3a'],
    ])}${blur('soft', 10)}${blur('steam', 4)}<clipPath id="window"><path d="M900 90h560v560h-560z"/></clipPath></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#wall)"/>`,
    `<g opacity=".8">${shelf(270)}${shelf(530)}</g>`,
    `<g clip-path="url(#window)"><rect x="900" y="90" width="560" height="560" fill="url(#night)"/><g transform="translate(900 90)">${stars(110, 560, 440, 8)}</g><circle cx="1320" cy="220" r="160" fill="url(#moon)"/><circle cx="1320" cy="220" r="46" fill="#fdf4d8"/><circle cx="1306" cy="208" r="8" fill="#e6d9b0"/><circle cx="1336" cy="236" r="11" fill="#e6d9b0"/><path d="M900 560h560v100h-560z" fill="#173a55"/><path d="M1300 566h50M1290 580h66M1304 596h40M1310 614h26" stroke="#fdf4d8" stroke-width="4" opacity=".6"/><path d="M1010 560l8-130h24l8 130zM1020 430l4-50h12l4 50zM985 562q45-16 110 0z" fill="#0d1a2c"/><circle cx="1030" cy="368" r="46" fill="url(#lamp)"/><circle cx="1030" cy="368" r="8" fill="#fff0c4"/></g>`,
    `<path d="M888 78h584v584h-584z" fill="none" stroke="#3c281a" stroke-width="26"/><path d="M1180 90v560M900 360h560" stroke="#3c281a" stroke-width="14"/><path d="M860 650h640v34h-640z" fill="#4a3020"/>`,
    `<g transform="translate(1400 652)"><path d="M-50-72h100l-12 74h-76z" fill="#9c3f22"/><path d="M-56-80h112v18h-112z" fill="#b8552f"/>${times(11, (index) => `<path d="M0-78q${(index - 5) * 12}-60 ${(index - 5) * 22}-${100 - Math.abs(index - 5) * 8}" stroke="${index % 2 ? '#4f6b36' : '#6b8a4a'}" stroke-width="8" fill="none" stroke-linecap="round"/>`)}</g>`,
    `<rect y="1010" width="${width}" height="190" fill="url(#table)"/>${times(14, (index) => `<path d="M0 ${1030 + index * 13}q600 ${(index % 5) * 4 - 8} 1600 ${(index % 3) * 6 - 6}" fill="none" stroke="#1a0f08" stroke-width="2" opacity=".35"/>`)}`,
    `<ellipse cx="760" cy="1018" rx="520" ry="20" fill="#0a0d16" opacity=".6" filter="url(#soft)"/>`,
    book(330, 928, 800, 84, '#27506b'),
    book(400, 852, 720, 76, '#8a3a22'),
    book(350, 772, 740, 80, '#4a5a2c'),
    book(440, 700, 660, 72, '#5a3357'),
    `<g><path d="M1060 660q110 20 130 130q10 90-30 150q-20 22-36 6q-10-16 6-40q26-50 14-110q-14-66-84-74z" fill="#b0602e"/><path d="M1150 800l34-8M1150 850l34 2M1140 896l30 12" stroke="#7a3c1c" stroke-width="13" stroke-linecap="round"/><path d="M560 690q10-150 180-190q220-40 330 60q70 70 40 140q-10 12-40 12h-470q-40 0-40-22z" fill="url(#fur)"/><path d="M800 496q10 50-6 100M880 490q16 56 4 118M960 506q22 50 18 112M1030 544q24 40 26 92" stroke="#8a4622" stroke-width="17" fill="none" stroke-linecap="round" opacity=".85"/><path d="M820 712q-6-70 60-100q110-20 150 60q6 30-20 40z" fill="#d0803f"/><path d="${paws}" fill="#e0a468"/><path d="M562 664v16M586 662v20" stroke="#8a4622" stroke-width="4" stroke-linecap="round"/></g>`,
    `<g transform="translate(660 560)"><path d="M-96-46l-10-92q2-12 14-4l66 56zM96-46l10-92q-2-12-14-4l-66 56z" fill="#c9743a"/><path d="M-84-64l-8-50l36 34zM84-64l8-50l-36 34z" fill="#e6b09a"/><path d="M0-104q112 0 124 92q0 96-124 102q-124-6-124-102q12-92 124-92z" fill="#d9884a"/><path d="M0 10q46 0 62 34q-10 44-62 46q-52-2-62-46q16-34 62-34z" fill="#f3dcc0"/><path d="M0-100v44M-26-98l6 36M26-98l-6 36M-118-6l34 4M-118 22l34-6M118-6l-34 4M118 22l-34-6" stroke="#8a4622" stroke-width="10" stroke-linecap="round"/><path d="M-74-6q26 26 54 2M20-4q28 24 54-2" stroke="#2a1710" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M-13 28q13-8 26 0q-4 16-13 18q-9-2-13-18z" fill="#8a3a2c"/><path d="M0 46q-4 18-22 18M0 46q4 18 22 18" stroke="#5a2a1c" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M-60 42l-104-14M-60 54l-106 10M60 42l104-14M60 54l106 10" stroke="#fdf4e4" stroke-width="3" opacity=".8" stroke-linecap="round"/></g>`,
    `<g transform="translate(230 1010)"><path d="M-70 0h140l-16-26h-108z" fill="#8a642c"/><path d="M-12-26v-120h24v120z" fill="#a87f3a"/><path d="M-96-160q10 34 96 34t96-34l-24-12h-144z" fill="#b58a40"/><path d="M78-164q50-4 60-20l-10-8q-20 12-60 12z" fill="#a87f3a"/><circle cx="132" cy="-214" r="330" fill="url(#lamp)"/><path d="M132-188q-20-20-6-48q4-14 8-26q8 16 14 28q12 28-16 46z" fill="#fff0c4"/></g>`,
    `<g transform="translate(1270 1014)"><path d="M-56-96h112l-10 92q-2 10-14 10h-64q-12 0-14-10z" fill="#e8dcc0"/><path d="M54-80q50-4 46 34q-4 34-54 34" fill="none" stroke="#e8dcc0" stroke-width="13"/><path d="M-54-64h108M-52-52h104" stroke="#175a80" stroke-width="6"/><path d="M-16-116q-14-24 2-44t0-42M18-116q-14-24 2-44t0-38" stroke="#fff" stroke-width="6" fill="none" opacity=".22" stroke-linecap="round" filter="url(#steam)"/></g>`,
    grain('0.8', 0.16, [1, 0.9, 0.75], 12),
  )
}

/** A round mosaic of the sun, laid stone by stone. */
export function mosaic(): Scene {
  const [size, middle] = [1400, 700]
  const next = chance(63)
  const shade = (colours: string[]) => colours[Math.floor(next() * colours.length)]
  const colourAt = (ring: number, angle: number) => {
    if (ring < 5) return shade(['#e6be67', '#f0cf86', '#d9a94a'])
    if (ring < 6) return shade(['#7a5510', '#8a642c'])
    const ray = Math.abs((((angle * 12) / Math.PI) % 2) - 1)
    if (ring < 15)
      return ray > (ring - 5) / 10 ? shade(['#c9743a', '#b8552f', '#e0984a']) : shade(['#1f6488', '#175a80', '#2a789c'])
    if (ring < 16) return shade(['#20222e', '#2c2e3a'])
    if (ring < 18)
      return Math.floor((angle * 24) / Math.PI) % 2 ? shade(['#f5eddc', '#ebe1cb']) : shade(['#9c3f22', '#a84a2c'])
    if (ring < 19) return shade(['#20222e', '#2c2e3a'])
    const wave = Math.sin(angle * 24) * 0.9 + 20.6
    return ring < wave ? shade(['#3f6f66', '#4f8a80', '#2f5f5a']) : shade(['#e8d9b8', '#f0e2c4', '#dcc9a2'])
  }
  let stones = ''
  for (let ring = 0; ring < 23; ring++) {
    const radius = 22 + ring * 27
    const count = Math.max(6, Math.round((radius * Math.PI * 2) / 27))
    for (let index = 0; index < count; index++) {
      const angle = ((index + (ring % 2) * 0.5) / count) * Math.PI * 2
      const [x, y] = [middle + Math.cos(angle) * radius, middle + Math.sin(angle) * radius]
      const [wide, tall] = [22 + next() * 3, 21 + next() * 3]
      stones += `<rect x="${round(-wide / 2)}" y="${round(-tall / 2)}" width="${round(wide)}" height="${round(tall)}" rx="3" transform="translate(${round(x)} ${round(y)}) rotate(${round((angle * 180) / Math.PI + 90 + next() * 8 - 4)})" fill="${colourAt(ring, angle)}"/>`
    }
  }
  const corner = times(52 * 52, (index) => {
    const [x, y] = [(index % 52) * 27 + 12, Math.floor(index / 52) * 27 + 12]
    if (next() < 0.04 || Math.hypot(x - middle, y - middle) < 652) return ''
    return `<rect x="${x - 11}" y="${y - 11}" width="22" height="22" rx="3" transform="rotate(${round(next() * 10 - 5)} ${x} ${y})" fill="${shade(['#d9ccb0', '#cbbb98', '#e3d8bf', '#c2ad86'])}"/>`
  })
  const face = `<g fill="none" stroke="#7a3c1c" stroke-width="11" stroke-linecap="round"><path d="M640 680q22-20 44 0M716 680q22-20 44 0M700 690v40h-12M662 762q38 30 76 0"/></g>`
  return draw(
    size,
    size,
    `<defs>${glow('edge', [
      [0, '#fff3cf', 0.2],
      [0.55, '#fff3cf', 0],
      [1, '#1a0f08', 0.5],
    ])}</defs>`,
    `<rect width="${size}" height="${size}" fill="#8a7a5f"/>`,
    corner,
    stones,
    face,
    grain('0.25', 0.5, [0.2, 0.14, 0.08], 13),
    grain('0.9', 0.3, [1, 0.96, 0.88], 14),
    `<circle cx="${middle}" cy="${middle}" r="990" fill="url(#edge)"/>`,
  )
}
