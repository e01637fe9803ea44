import { Link } from 'react-router'
import css from './header.module.css'

function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg className={css.logo} width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <path className={css.glow} d="M18 9 2 3.5v10zm0 0 16-5.5v10z" />
      <path className={css.tower} d="M14.5 25 15.8 12h4.4l1.3 13-3.5 2.5z" />
      <path
        className={css.lines}
        d="M15.8 12 14.6 24m5.6-12 1.2 12M14.3 12h7.4M15.8 12V8.5h4.4V12m-5-3.5L18 4.8l2.8 3.7zM15.4 16.5h5.2M15 20.5h6"
      />
      <path
        className={css.lines}
        d="M3.5 22.5c5-1 10-.3 14.5 3 4.5-3.3 9.5-4 14.5-3v8c-5-1-10-.3-14.5 3-4.5-3.3-9.5-4-14.5-3zm14.5 3v8M7 26c2.7-.2 5 .3 7.5 1.7M29 26c-2.7-.2-5 .3-7.5 1.7"
      />
    </svg>
  )
}

export function Brand() {
  return (
    <Link to="/home" className={css.brand}>
      <Logo />
      <span>Alejandría</span>
    </Link>
  )
}
