import { defineConfig } from 'vite'
import {
  arriving,
  compressedAssets,
  fontAhead,
  pageOfProvider,
  proxy,
  screens,
  scriptsThatLoad,
  shortClasses,
  stylesBehind,
  textsOfAnyLength,
  withoutSummaries,
} from './vite.config.ts'

/** The technicians' application. It is like the customers', except for its place. */
export default defineConfig({
  root: 'console',
  base: '/consola/',
  plugins: [
    withoutSummaries(),
    textsOfAnyLength(),
    shortClasses(),
    pageOfProvider(),
    arriving('Consola de Soporte'),
    screens(),
    scriptsThatLoad(),
    fontAhead(),
    stylesBehind(),
    compressedAssets(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    // Technicians load it once a day; .size-limit.js limits it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // As short as the portal's, for the same reason.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
})
