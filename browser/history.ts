import { type RouterHistory, createBrowserHistory } from '@tanstack/react-router'

/**
 * The browser's history without the same address twice in a row: after a double click, Back would otherwise lead to the
 * screen that is already open.
 */
export function historyOfPlaces(): RouterHistory {
  const history = createBrowserHistory()
  const { push, replace } = history
  history.push = (path, ...rest) => (path === history.location.href ? replace : push)(path, ...rest)
  return history
}
