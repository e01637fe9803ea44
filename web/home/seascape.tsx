import css from './home-page.module.css'

export const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function waves() {
  let path = ''
  for (const row of range(9)) {
    const y = 404 + row * row * 1.45 + row * 2
    const length = 7 + row * 3.2
    for (let x = 96 - ((row * 17) % 31); x < 510; x += length * (2.1 + ((row * 5 + x) % 3) * 0.9))
      path += `M${x.toFixed(0)} ${y.toFixed(0)}q${(length / 4).toFixed(1)}-${(1 + row * 0.42).toFixed(1)} ${(length / 2).toFixed(1)} 0t${(length / 2).toFixed(1)} 0`
  }
  return path
}

const ruling = range(19)
  .map((row) => `M96 ${(78 + row * row * 0.55 + row * 2.2).toFixed(0)}h408`)
  .join('')

const stars = [
  [128, 110], [176, 92], [262, 118], [301, 86], [352, 132], [398, 98], [446, 150], [480, 108], [330, 190], [412, 214],
  [140, 196], [286, 236], [470, 246], [366, 262], [122, 268],
] // biome-ignore format: coordinates in pairs

export function Seascape() {
  return (
    <>
      <path fill="url(#frontispiece-sky)" d="M80 60h440v344H80z" />
      <circle cx="404" cy="222" r="38" fill="var(--sun)" />
      <path className={css.distant} opacity=".4" d={ruling} />
      <path fill="var(--night)" d="M418 132a24 24 0 1 0 20 36 20 20 0 0 1-20-36z" />
      <path
        stroke="var(--night)"
        strokeWidth="2.2"
        strokeLinecap="round"
        d={stars.map(([x, y]) => `M${x} ${y}h.1`).join('')}
      />
      <path className={css.bird} d="M330 176q6-5 10 0 5-5 10 0m14 16q5-4 8 0 4-4 8 0m-76 6q5-4 8 0 4-4 8 0" />
      <path fill="url(#frontispiece-sea)" d="M80 402h440v120H80z" />
      {/* the city: houses, palms and the Museum on its rise */}
      <path
        fill="var(--tower-2)"
        stroke="var(--far)"
        strokeWidth=".8"
        d="M342 403v-14h22v-10h26v8h12l10-14h86l10 14h20v16z"
      />
      <path
        fill="var(--tower)"
        stroke="var(--far)"
        strokeWidth=".9"
        d="M408 374h88v-4h-88zm4-4v-34h80v34M406 336h92v-5h-92zm4-5 42-21 42 21zM364 389h22v-9h-22z"
      />
      <path
        className={css.distant}
        d={`${range(7)
          .map((i) => `M${420 + i * 10.7} 337v33m4-33v33`)
          .join('')}M426 327h52m-39-6h26m-64 66h103m-111 6h119`}
      />
      <path
        className={css.distant}
        d="M398 388c1-12 1-20-1-30m0 0c-5-5-10-4-13 0m13 0c-3-6-8-9-12-7m12 7c1-7 5-10 10-9m-10 9c5-4 10-3 12 2m-12-2c0-5-1-8-3-10"
      />
      <path stroke="var(--night)" strokeWidth="2" strokeDasharray="2 9" d="M348 396h40m24 2h92M371 385h10" />
      <path className={css.foam} d={waves()} />
      {/* reflections of the sun, or of the fire, on the water */}
      <path
        stroke="var(--sun)"
        strokeWidth="2"
        strokeLinecap="round"
        d="M378 410h52m-44 8h36m-46 9h58m-44 11h30m-40 13h52m-36 15h26"
      />
      <path
        stroke="var(--beam)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".8"
        d="M206 412h34m-26 8h20m-32 9h42m-30 11h20m-34 13h46m-36 15h26"
      />
      {/* two ships */}
      <g className={css.line} strokeWidth="1">
        <path fill="var(--sail)" d="M309 402c16 3 26 14 28 32l-28 3z" />
        <path fill="var(--wood)" d="M284 440h62c-2 8-8 12-17 12h-27c-9 0-15-4-18-12z" />
        <path d="M309 398v42m0-37-20 35m-8-4 6 6m-2 7-3 7m10-4-2 6m10-5-2 6m10-6-2 6m10-6-2 6" />
        <path fill="var(--sail)" d="M140 424c8 2 12 7 13 16l-13 2zM131 444h28c-1 4-4 5-8 5h-12c-4 0-7-1-8-5z" />
      </g>
    </>
  )
}

/** The lighthouse: three storeys, square, eight-sided and round, with the fire and Poseidon on top. */
export function Pharos() {
  return (
    <>
      <path fill="url(#frontispiece-west)" d="M222 142 60 98v92z" />
      <path fill="url(#frontispiece-east)" d="m224 142 300-66v140z" />
      <circle cx="223" cy="142" r="70" fill="url(#frontispiece-glow)" />
      <path className={css.island} d="M120 406c8-9 18-8 24-12h158c10 3 22 3 30 12z" />
      <g className={css.line}>
        <path
          fill="var(--tower)"
          d="M158 394v-16h130v16zM188 378l6-126h58l6 126zM204 244l3-58h32l3 58zM214 180v-24h18v24z"
        />
        <path fill="var(--tower)" d="M190 252v-7h66v7zM203 186v-6h40v6zM211 156v-5h24v5zM216 134l7-10 7 10z" />
        <path d="M217 151v-17m12 17v-17M223 124v-12m0 4-4 3m4-3 5-2m0-5v14m-2-14 2 3 2-3M221 109a2 2 0 1 0 4 0 2 2 0 1 0-4 0M158 386h130M172 378v-8h16m70 0h16v8" />
      </g>
      <path fill="var(--fire)" d="M219 151c-3-6 2-8 3-14 5 5 7 9 4 14z" />
      {/* the side away from the light */}
      <path
        className={css.fine}
        d={`${range(17)
          .map((i) => `M${(238 + i * 0.1).toFixed(1)} ${258 + i * 7}h${(13.5 + i * 0.3).toFixed(1)}`)
          .join('')}${range(9)
          .map((i) => `M229 ${191 + i * 6}h${10 + i * 0.2}`)
          .join('')}M226 160h6m-6 5h6m-6 5h6m-6 5h6M262 381h24m-20 8h22`}
      />
      <path stroke="var(--l)" strokeWidth="3" strokeDasharray="5 13" d="M205 270l-4 104M221 268v106M216 196v40" />
      <path
        stroke="var(--night)"
        strokeWidth="2.4"
        strokeDasharray="4 14"
        d="M205 270.5l-4 104M221 268.5v106M216 196.5v40"
      />
    </>
  )
}
