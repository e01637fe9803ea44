import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from './api/session.ts'
import { App } from './app.tsx'
import { loadUser } from './auth/api.ts'

startSession(loadUser)
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
