import { Badge, Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { MAX_DOCUMENTS_IN_PDF } from '#contract/manuals.ts'
import { useMessages } from '../messages/index.ts'
import { DocumentLink } from './document-link.tsx'
import css from './manual-shelf.module.css'
import { PdfButton } from './pdf-button.tsx'
import type { ShelfLink, Tab } from './shelves.ts'

/** Groups of manuals to read, or to save as PDF one by one or together. */
export function ManualShelf({ tab }: { tab: Tab }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const toggle = (document: string) =>
    setChosen(chosen.includes(document) ? chosen.filter((one) => one !== document) : [...chosen, document])
  return (
    <>
      {tab.groups.flatMap(({ sections }) =>
        sections.map(({ title, links }) => (
          <section key={title} className={css.group} aria-label={title}>
            <h2 className={css.groupTitle} lang="es">
              {title}
            </h2>
            <ul className={css.cards}>
              {links.map((link) => (
                <ManualCard
                  key={link.document}
                  link={link}
                  chosen={chosen.includes(link.document)}
                  onChoose={() => toggle(link.document)}
                />
              ))}
            </ul>
          </section>
        )),
      )}
      {chosen.length > 0 && <Selection chosen={chosen} onClear={() => setChosen([])} />}
    </>
  )
}

function ManualCard({ link, chosen, onChoose }: { link: ShelfLink; chosen: boolean; onChoose: () => void }) {
  const words = useMessages().manuals
  const { name, document, summary, since } = link
  return (
    <li className={css.card} data-chosen={chosen || undefined}>
      <div className={css.head}>
        <h3 className={css.name} lang="es">
          {name}
        </h3>
        {since !== null && (
          <Badge variant="light" color="orange" size="sm" tt="none" className={css.badge}>
            {words.since(since)}
          </Badge>
        )}
        <Checkbox
          className={css.choose}
          aria-label={words.selection.choose(name)}
          checked={chosen}
          onChange={onChoose}
        />
      </div>
      <p className={css.summary} lang="es">
        {summary}
      </p>
      <div className={css.actions}>
        <DocumentLink document={document} className={css.read} aria-label={words.readTitle(name)}>
          {words.read}
        </DocumentLink>
        <PdfButton documents={[document]} name={name} label={words.pdf.buttonTitle(name)} className={css.above}>
          {words.pdf.button}
        </PdfButton>
      </div>
    </li>
  )
}

function Selection({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const { selection, pdf } = useMessages().manuals
  const tooMany = chosen.length > MAX_DOCUMENTS_IN_PDF
  return (
    <section className={css.selection} aria-label={selection.bar}>
      <span role="status">
        {selection.count(chosen.length)}
        {tooMany && `. ${selection.tooMany(MAX_DOCUMENTS_IN_PDF)}`}
      </span>
      {!tooMany && (
        <PdfButton documents={chosen} name={pdf.several} variant="filled" size="sm">
          {selection.download}
        </PdfButton>
      )}
      <Button variant="default" size="sm" onClick={onClear}>
        {selection.clear}
      </Button>
    </section>
  )
}
