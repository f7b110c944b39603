// Any Node may read this file: built-ins only, nothing newer than Node 20.

/**
 * Ends the process with one sentence if this Node cannot run the product.
 * @returns {boolean} whether it can
 */
export function isNewEnough() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24) return true
  process.stderr.write(
    `Node ${process.versions.node} is too old: the portal runs on Node 24 or newer (https://nodejs.org). Only npm start and npm test bring their own.\n`,
  )
  process.exitCode = 1
  return false
}
