// `npm run new:screen -- portal/invoices /facturas`: writes the files of CONTRIBUTING's recipe.
import { newScreen } from './beginning/new-screen-files.ts'
import { begin } from './beginning/begin.ts'

const [place = '', address = ''] = process.argv.slice(2)
const [application, feature = ''] = place.split('/')
const isKnown = application === 'portal' || application === 'console'
if (!isKnown || !/^[a-z][a-z-]*$/.test(feature) || !/^\/[\w/-]+$/.test(address)) {
  console.error('Usage: npm run new:screen -- portal/FEATURE /ADDRESS, or console/FEATURE /ADDRESS')
  process.exit(1)
}
begin(
  (files, read) => newScreen({ application, feature, address }, files, read),
  ['the words in both languages', 'the entry of the menu', 'the new journey, until it passes', 'npm run size'],
)
