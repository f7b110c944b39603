import { type Element, type Node, all, attribute, decoded, isElement, isWithin, parentOf, plain } from './html-tree.ts'

/** Footnotes, recognised by their links: a note and its mark lead to each other. */
export function footnotesIn(elements: readonly Element[]): ReadonlyMap<Element, Element> {
  const footnotes = new Map<Element, Element>()
  const byName = new Map<string, Element>()
  for (const element of elements) {
    for (const name of [attribute(element, 'id'), attribute(element, 'name')]) if (name) byName.set(name, element)
  }
  const links = elements.filter(({ tagName }) => tagName === 'a')
  const isTo = (link: Element, target: Element) => byName.get(decoded(attribute(link, 'href').slice(1))) === target
  for (const mark of links.filter((link) => /^[[(]?[\d*†a-z]{1,4}[\])]?$/i.test(plain(link)))) {
    const note = byName.get(decoded(attribute(mark, 'href').slice(1)))
    const source = [mark, parentOf(mark)].find((each) => each && attribute(each, 'id') + attribute(each, 'name') !== '')
    if (!note || !source || isWithin(mark, note)) continue
    const back = [note, ...all(note.childNodes)].find((each) => each.tagName === 'a' && isTo(each, source))
    // The note follows its mark, never the other way round.
    if (!back || elements.indexOf(mark) > elements.indexOf(note)) continue
    const body = /^(?:li|p|div|dd|aside|td)$/.test(note.tagName) ? note : parentOf(note)
    if (body && !/^h\d$/.test(body.tagName)) footnotes.set(mark, body)
  }
  return footnotes
}

/** A note without the arrow or number that links back to its mark. */
export function withoutLinksBack(note: Element): Element {
  const keep = (node: Node): Node[] => {
    if (!isElement(node)) return [node]
    const isBack = node.tagName === 'a' && /^[^\p{L}]{0,4}$/u.test(plain(node))
    return isBack ? [] : [{ ...node, childNodes: node.childNodes.flatMap(keep) }]
  }
  return { ...note, childNodes: note.childNodes.flatMap(keep) }
}
