import { randomNumbers } from '../../../tools/random.ts'
import { blur, draw, fade, glow, grain, round, type Scene, stars, times } from '../drawing.ts'

export function cat(): Scene {
  const [width, height] = [1600, 1200]
  const next = randomNumbers(5)
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
