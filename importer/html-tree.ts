import type { DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

export const isElement = (node: Node): node is Element => 'tagName' in node

export function all(nodes: readonly Node[]): Element[] {
  return nodes.filter(isElement).flatMap((element) => [element, ...all(element.childNodes)])
}

export const attribute = (element: Element | undefined, name: string): string =>
  element?.attrs.find((each) => each.name === name)?.value ?? ''

export const deepText = (node: Node): string =>
  'value' in node ? node.value : isElement(node) ? node.childNodes.map(deepText).join('') : ''
export const plain = (node: Node): string => deepText(node).replaceAll(/\s+/g, ' ').trim()

export const parentOf = (element: Element): Element | undefined =>
  element.parentNode && 'tagName' in element.parentNode ? element.parentNode : undefined

export function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element | undefined = element; at; at = parentOf(at)) if (at === outer) return true
  return false
}

/** Decodes an address; an invalid one stays as it is. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export const wrapped = (node: Element): Element => ({ ...node, tagName: 'div', attrs: [], childNodes: [node] })

/** A table's rows, without those of inner tables. */
export function rowsOf(table: Element): Element[] {
  return table.childNodes.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') return [child]
    return /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : []
  })
}

export const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number =>
  Math.min(100, Math.max(1, Number(attribute(cell, name)) || 1))
