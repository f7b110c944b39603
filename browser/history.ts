import { type RouterHistory, createBrowserHistory } from '@tanstack/react-router'

/**
 * The browser's history, in which no address stands twice in a row: after a double click, Back would otherwise lead to what
 * is on the screen already.
 */
export function historyOfPlaces(): RouterHistory {
  const history = createBrowserHistory()
  const { push, replace } = history
  history.push = (path, ...rest) => (path === history.location.href ? replace : push)(path, ...rest)
  return history
}
