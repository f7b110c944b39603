/** Both ways to search, which are loaded together. */
export { SearchDialog } from './search-dialog.tsx'
export { SearchPage } from './search-page.tsx'
