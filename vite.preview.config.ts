import { defineConfig } from 'vite'
import { screens } from './vite.config.ts'

/** Every part of `ui/` on one page, for `npm run dev` alone. */
export default defineConfig({ root: 'ui/preview', base: '/preview/', plugins: [screens()] })
