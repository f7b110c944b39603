/** The dialog and the page of the search, loaded together. */
export { SearchDialog } from './search-dialog.tsx'
export { SearchPage } from './search-page.tsx'
