import { createHash } from 'node:crypto'

/** The name that the portal registers the worker by, below `/public/` (`portal/main.tsx`). */
export const OFFLINE_WORKER_PATH = '/public/sin-conexion.js'

/** Where the browser keeps its language and its unsent texts (`language-store.ts`, `local-drafts.ts`). */
const LANGUAGE = 'idioma'
const UNSENT = 'borrador.'

const WORDS = {
  es: {
    title: 'Sin conexión',
    lead: 'Este equipo no tiene red. La página se abrirá sola en cuanto vuelva.',
    kept: 'Lo que no se envió está guardado en este equipo: quien lo escribió lo encontrará en su formulario.',
    none: 'En este equipo no queda ningún texto sin guardar: sus borradores están en Soporte online.',
    retry: 'Reintentar',
  },
  en: {
    title: 'Offline',
    lead: 'This computer has no network. The page opens by itself once it is back.',
    kept: 'What was not sent is kept on this computer: whoever wrote it will find it in its form.',
    none: 'No unsaved text is left on this computer: your drafts are in Soporte online.',
    retry: 'Try again',
  },
}

const SCRIPT = `
const english = localStorage.getItem('${LANGUAGE}') === 'en'
const words = (${JSON.stringify(WORDS)})[english ? 'en' : 'es']
const isKept = Object.keys(localStorage).some((name) => name.startsWith('${UNSENT}'))
document.documentElement.lang = english ? 'en' : 'es'
document.title = words.title + ' · Soporte online'
const [title, lead, kept, retry] = document.querySelectorAll('h1, p, button')
title.textContent = words.title
lead.textContent = words.lead
kept.textContent = isKept ? words.kept : words.none
retry.textContent = words.retry
retry.onclick = () => location.reload()
addEventListener('online', () => location.reload())
`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100dvh; place-items: center; color: #1b2129; background: #f5f6f8 }
main { box-sizing: border-box; width: min(100% - 32px, 560px); padding: 32px; border: 1px solid #8883; border-radius: 16px; background: #fff }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.2 }
button { min-height: 44px; margin-top: 8px; padding: 0 20px; border: 0; border-radius: 8px; font: inherit; font-weight: 600; color: #fff; background: #0b635c; cursor: pointer }
button:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; outline-color: #0b8f84 }
@media (prefers-color-scheme: dark) { body { color: #d6dae1; background: #13171c } main { background: #1d2229 } h1 { color: #fff } }
@media (forced-colors: active) { button { border: 1px solid } }
`

const PAGE = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sin conexión</title><style>${STYLE}</style></head>
<body><main><h1></h1><p></p><p></p><button type="button"></button></main><script>${SCRIPT}</script></body></html>`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
}

/**
 * The service worker of the portal. It stores nothing. Only without a network does it answer, and only in place of the browser's own page
 * about that; while there is one it leaves every request alone, so that its headers still say which site it came from.
 */
export const OFFLINE_WORKER = `
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || navigator.onLine) return
  const page = () => new Response(${JSON.stringify(PAGE)}, { headers: ${JSON.stringify(HEADERS)} })
  event.respondWith(fetch(event.request).catch(page))
})
`
