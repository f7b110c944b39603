import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  root: 'portal',
  base: '/public/',
  plugins: [react()],
  // The server puts a fresh nonce in its place with every page.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // A picture inside a style or a script would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the first screen needs is one file: many small ones compress worse and cost more requests.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  server: { proxy: { '/api': API } },
  preview: { proxy: { '/api': API } },
})
