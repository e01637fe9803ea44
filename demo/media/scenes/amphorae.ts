import { blur, draw, fade, glow, grain, type Scene, times } from '../drawing.ts'

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
