import { readFileSync } from 'node:fs'

/**
 * The JavaScript that a browser has fetched when a screen can be used, by the build's manifest (npm run build): these
 * sources and all their static imports, without parts that load later.
 */
function filesOf(folder, ...sources) {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'))
  const files = new Set()
  const add = (key) => {
    const { file, imports = [] } = manifest[key]
    if (files.has(file)) return
    files.add(file)
    for (const needed of imports) add(needed)
  }
  for (const source of sources) add(source)
  return [...files].map((file) => `${folder}/${file}`)
}

export default [
  { name: 'JavaScript to a usable login', path: filesOf('dist', 'index.html'), limit: '150 kB', gzip: true },
  {
    name: 'JavaScript to a usable home',
    path: filesOf('dist', 'index.html', 'pages/home-page.tsx'),
    limit: '207 kB',
    gzip: true,
  },
  {
    name: 'JavaScript to a usable ticket list',
    path: filesOf('dist', 'index.html', 'layout/shell.tsx', 'tickets/tickets-page.tsx'),
    limit: '210 kB',
    gzip: true,
  },
  {
    name: 'JavaScript to a manual that can be read',
    path: filesOf('dist', 'index.html', 'layout/shell.tsx', 'manuals/reading-page.tsx'),
    limit: '210 kB',
    gzip: true,
  },
  {
    name: 'JavaScript to a usable queue of the console',
    path: filesOf('dist/console', 'index.html'),
    limit: '200.2 kB',
    gzip: true,
  },
  // Both languages and every customers' screen: docs/decisions/0012.
  { name: 'All JavaScript', path: 'dist/assets/*.js', limit: '368.5 kB', gzip: true },
]
