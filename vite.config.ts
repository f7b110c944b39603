import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig, parseSync } from 'vite'
import { FIRST_SCREENS } from './server/http/first-screens.ts'

/** While one works on screens: the server beside. It takes a change from the site alone that the browser shows, so `Host` stays. */
export const proxy = {
  '/api': { target: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, changeOrigin: false },
}

export default defineConfig({
  root: 'portal',
  base: '/public/',
  plugins: [withoutSummaries(), screens(), scriptsThatLoad(), firstScreens(), compressedAssets()],
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
        // What the first screen needs is one file, and what most of the others share is another: many small ones compress
        // worse and cost more requests.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // What the lists do without stays out of it, however many others share it.
            {
              name: 'shared',
              minShareCount: 3,
              test: /^(?!.*\/(assistant|browser\/(local-drafts|draft-keeper|staged-files)|ui\/file-drop|contract\/(incidents|life-line)|portal\/(incidents|manuals|options|tickets\/((unsent|use-kept|kept)-draft|act-frame|attachments))))/,
            },
            // Small parts that are read together.
            {
              name: 'writing',
              test: /\/(browser\/(staged-files|local-drafts|draft-keeper)|ui\/file-drop|portal\/tickets\/(act-frame|attachments|kept-draft|use-kept-draft))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'incidents',
              test: /\/(contract\/(incidents|life-line)|portal\/incidents)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'options',
              // With the form that passwords are sent by. But for one route's page: beside the group there would be a file that
              // exports what is not in it.
              test: /\/(domain\/password-change|browser\/form|portal\/use-form)\.ts|\/portal\/(options|personal-data)\/(?!options-page)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
})

/**
 * React, whose parts change in place in the development server. The first file does not: run again, it would draw a second
 * page into the first. What only it names, such as messages, reloads the page.
 */
export function screens() {
  return react({ exclude: [/\/node_modules\//, /\/main\.tsx$/] })
}

/** What the contract says of its endpoints is for `openapi.json`: no browser reads it. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[^?]+\.ts$/ },
      handler: (code) => code.replaceAll(/^ {4}summary:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm, ''),
    },
  }
}

/** A build that parted the code so that a browser would refuse one of its scripts fails. */
export function scriptsThatLoad(): Plugin {
  return {
    name: 'scripts-that-load',
    apply: 'build',
    configResolved({ isProduction }) {
      // Its libraries would be those to develop with: three times as large, and told of what nobody can mend.
      if (!isProduction) throw new Error(`NODE_ENV is ${process.env.NODE_ENV}: only a build for production is served`)
    },
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        const [error] = parseSync(part.fileName, part.code, { sourceType: 'module', showSemanticErrors: true }).errors
        if (error) this.error(`${part.fileName}: ${error.message}`)
      }
    },
  }
}

/** The server has the page of a first screen ask for its parts by what they are called here: a build without one of them fails. */
function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.values(bundle).flatMap((part) => (part.type === 'chunk' && part.facadeModuleId) || [])
      for (const part of FIRST_SCREENS.flatMap(({ parts }) => parts)) {
        if (!built.some((module) => module.endsWith(`/portal/${part}`))) {
          this.error(`server/http/first-screens.ts names ${part}, which the build has no part of its own for`)
        }
      }
    },
  }
}

/** Writes each script, style and picture compressed beside itself, once, instead of at every request. */
export function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(names.map((name) => compress(join(dir, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
}
