import { Link } from '@tanstack/react-router'
import { type BlockParts, DocumentBlocks } from '#browser/manuals/document-blocks.tsx'
import { consoleManuals } from '#contract/console/manuals/manuals.ts'
import type { Block } from '#domain/document.ts'
import { addressOf } from '../api.ts'
import { paths } from '../paths.ts'
import { useManualMessages } from './manual-messages.ts'
import styles from './manual-page.module.css'

/** A document's blocks as elements. `title`, the section's, names its tables. */
export const Blocks = ({ blocks, title }: { blocks: readonly Block[]; title: string }) => (
  <DocumentBlocks blocks={blocks} title={title} parts={PARTS} />
)

const PARTS: BlockParts = {
  Heading: ({ id, title }) => <h3 {...(id !== null && { id })}>{title}</h3>,
  DocumentLink: ({ document, section, children }) => (
    <Link to={paths.manual} search={{ libro: document }} {...(section !== null && { hash: section })}>
      {children}
    </Link>
  ),
  Picture: ({ name, alt }) => (
    <img className={styles.image} src={addressOf(consoleManuals.image, { image: name })} alt={alt} loading="lazy" />
  ),
  Callout: function Callout({ tone, children }) {
    const words = useManualMessages()
    return (
      <div className={styles.callout}>
        <p className={styles.tone}>{words.tones[tone]}</p>
        {children}
      </div>
    )
  },
  TableFrame: function TableFrame({ title, children }) {
    const words = useManualMessages()
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may be wider than the screen: the keyboard scrolls it here
      <div className={styles.scrolls} tabIndex={0} role="group" aria-label={words.table(title)}>
        <table>{children}</table>
      </div>
    )
  },
}
