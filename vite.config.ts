import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig, parseSync } from 'vite'
import { shownProvider } from './domain/settings.ts'
import { FIRST_SCREENS } from './server/http/first-screens.ts'
import { readLegalTexts, readModules, readSettings } from './server/provider-settings.ts'

/**
 * The server beside the development server, for working on screens. It accepts a change only from the site that the
 * browser shows, so `Host` must stay.
 */
export const proxy = {
  '/api': { target: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, changeOrigin: false },
}

export default defineConfig({
  root: 'portal',
  base: '/public/',
  plugins: [
    withoutSummaries(),
    textsOfAnyLength(),
    shortClasses(),
    pageOfProvider(),
    arriving('Soporte online'),
    screens(),
    scriptsThatLoad(),
    firstScreens(),
    fontAhead(),
    stylesBehind(),
    compressedAssets(),
  ],
  // The server replaces it with a new nonce in every page.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // A picture inside a style or script would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every file names others by their hashes, which do not compress: seven characters tell all builds apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // The first screen needs one file, and most code shared by the others is a second one. Many small files
        // compress worse and cost more requests.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // The lists do not need these. They stay out, however many other screens share them.
            {
              name: 'shared',
              minShareCount: 3,
              test: /^(?!.*\/(icons\/IconSearch|components\/(Checkbox|Switch|Progress|Textarea)|InlineInput|InputsGroupFieldset|ui\/dialog|domain\/(attachment|files\/file-(?:name|choice)|ticket-draft|contact-details)|new-ticket\/new-ticket-content|tickets\/expectation|assistant|browser\/(local-drafts|draft-keeper|staged-files|file-rules|file-preview)|ui\/file-drop|browser\/(form|manuals|valuation\/amount-rows)|portal\/use-form|contract\/(incidents|life-line|manuals)|domain\/document|browser\/files|portal\/(incidents|manuals|options|personal-data|conversation|files|messages\/mailed|tickets\/((unsent|use-kept|kept)-draft|use-draft-notice|act-frame|attachments|attachment-list|preview-button))))/,
            },
            // For fields and pop-ups: no list needs them before somebody acts.
            {
              name: 'acting',
              test: /\/(components\/(Checkbox|Switch|Progress|Textarea)|InlineInput|InputsGroupFieldset|ui\/dialog\.|domain\/(attachment|files\/file-(?:name|choice)|ticket-draft|contact-details)|new-ticket\/new-ticket-content|tickets\/expectation)/,
              includeDependenciesRecursively: false,
            },
            // Small parts that are used together.
            {
              name: 'writing',
              test: /\/(portal\/files\/(personal-numbers\.tsx|file-words|shown-name|cover-button|waiting-|use-waiting-files)|browser\/files\/thumbnail\.|portal\/conversation\/(conversation-words|ticket-in-hand|message-fields|use-message-form)|browser\/(staged-files|file-rules|local-drafts|draft-keeper|file-preview)|ui\/file-drop|portal\/silence\/undo-silence|portal\/tickets\/(act-frame|attachment-list|unsent-drafts|attachments|preview-button|kept-draft|use-kept-draft|use-draft-notice))/,
              includeDependenciesRecursively: false,
            },
            // The frame around every screen is one file.
            {
              name: 'frame',
              test: /\/(portal\/(layout\/(top-bar|side-menu)|notices\/notices-banner|search\/search-button)|ui\/(frame|menu-button|skip-link|typing)|icons\/Icon(Plus|FileEuro|Search|Books|Speakerphone|Adjustments|AddressBook|Ticket|Home|Menu2)\.)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'incidents',
              test: /\/portal\/incidents\/(?!life-line-queries)/,
              includeDependenciesRecursively: false,
            },
            // The home needs these, but not the screens beside which they are written.
            {
              name: 'home',
              test: /\/(contract\/(incidents|life-line)|portal\/(incidents\/life-line-queries|options\/option(-queries|s-search)))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'options',
              // Includes the form for passwords. The route's page itself stays out: otherwise a file beside the group would
              // export what it does not contain.
              test: /\/(domain\/password-change|browser\/form|portal\/use-form)\.ts|\/browser\/valuation\/amount-rows|\/portal\/(options|personal-data)\/(?!options-page|option-queries|options-search)/,
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
 * React, with components that change in place in the development server. The first file is excluded, because running it
 * again would draw a second page into the first. A change of a file that only the first one imports, such as messages,
 * reloads the page.
 */
export function screens() {
  return react({ exclude: [/\/node_modules\//, /\/main\.tsx$/] })
}

/** In the build a style's class is five letters instead of file and name: scripts and style sheets say each of them. */
export function shortClasses(): Plugin {
  return {
    name: 'short-classes',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  }
}

/** The contract's descriptions of endpoints are for `openapi.json`: no browser reads them. */
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

/** Browsers take texts of any length from the server, as the server answers them (`server/http/encoder.ts`): it alone judges them. */
export function textsOfAnyLength(): Plugin {
  return {
    name: 'texts-of-any-length',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/wire\.ts$/ },
      handler: (code) => code.replaceAll('z.maxLength(max), ', ''),
    },
  }
}

/** The development server's page brings the provider along, as the server's own does (`server/http/web.ts`). */
export function pageOfProvider(): Plugin {
  return {
    name: 'page-of-provider',
    apply: 'serve',
    async transformIndexHtml() {
      const folder = process.env['CONTENT_DIR']
      const [settings, legal, modules] = [
        await readSettings(folder),
        await readLegalTexts(folder),
        await readModules(folder),
      ]
      const content = JSON.stringify(shownProvider({ settings, legal, modules, logo: null }))
      return [{ tag: 'meta', attrs: { name: 'provider', content }, injectTo: 'head' }]
    },
  }
}

/**
 * The outline that a page shows before its script has come. Its small style is in the page, so it need not wait for the
 * large one.
 */
export function arriving(name: string): Plugin {
  return {
    name: 'arriving',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const written = await readFile(new URL('./browser/arriving.html', import.meta.url), 'utf8')
        const [style = '', outline = ''] = written.split(/(?<=<\/style>)/)
        return html
          .replace('</head>', () => `${style}</head>`)
          .replace('<!-- arriving -->', () => outline.replace('NAME', name))
      },
    },
  }
}

/**
 * Moves the style sheet behind the outline. In front of it, the browser would draw nothing until the style sheet has
 * arrived.
 */
export function stylesBehind(): Plugin {
  return {
    name: 'styles-behind',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [sheet = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        return html.replace(sheet, '').replace('</body>', () => `${sheet}</body>`)
      },
    },
  }
}

/** Fails a build that splits the code so that browsers would refuse a script. */
export function scriptsThatLoad(): Plugin {
  return {
    name: 'scripts-that-load',
    apply: 'build',
    configResolved({ isProduction }) {
      // Otherwise its libraries would be development builds: three times as large, with warnings that users cannot act
      // on.
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

/** The server's pages preload the parts of first screens by these names: a build without one of them fails. */
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

/**
 * The page requests the font at once. Otherwise it would wait until the style sheet has arrived and the first letter is
 * drawn.
 */
export function fontAhead(): Plugin {
  let base = '/'
  return {
    name: 'font-ahead',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
        if (fonts.length !== 1) throw new Error(`One font is loaded ahead, not ${fonts.length}`)
        // A font's request has no credentials: without `crossorigin` the browser would fetch it twice.
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
        return fonts.map((name) => ({ tag: 'link', attrs: { ...attrs, href: `${base}${name}` }, injectTo: 'head' }))
      },
    },
  }
}

/** Compresses each script, style and picture once, instead of at every request. */
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
