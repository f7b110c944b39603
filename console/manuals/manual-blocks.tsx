import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { consoleManuals } from '#contract/console/manuals/manuals.ts'
import type { Block, Run, Shallow } from '#domain/document.ts'
import { addressOf } from '../api.ts'
import { paths } from '../paths.ts'
import { useManualMessages } from './manual-messages.ts'
import styles from './manual-page.module.css'

/** A document's blocks as elements. `title`, the section's, names its tables. */
export const Blocks = ({ blocks, title }: { blocks: readonly (Block | Shallow)[]; title: string }) =>
  blocks.map((each, index) => <BlockView key={index} block={each} title={title} />)

function BlockView({ block, title }: { block: Block | Shallow; title: string }) {
  const words = useManualMessages()
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.runs} />
        </p>
      )
    case 'heading':
      return <h3 {...(block.id !== null && { id: block.id })}>{block.title}</h3>
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Blocks blocks={item} title={title} />
        </li>
      ))
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <Table table={block} title={title} />
    case 'callout':
      return (
        <div className={styles.callout}>
          <p className={styles.tone}>{words.tones[block.tone]}</p>
          <Blocks blocks={block.blocks} title={title} />
        </div>
      )
    case 'image':
      return (
        <img
          className={styles.image}
          src={addressOf(consoleManuals.image, { image: block.name })}
          alt={block.alt}
          loading="lazy"
        />
      )
  }
}

function Table({ table: { align, header, rows }, title }: { table: Extract<Block, { kind: 'table' }>; title: string }) {
  const words = useManualMessages()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may be wider than the screen: the keyboard scrolls it here
    <div className={styles.scrolls} tabIndex={0} role="group" aria-label={words.table(title)}>
      <table>
        <thead>
          <tr>
            {header.map((runs, column) => (
              <th key={column} scope="col" data-align={align[column]}>
                <Runs runs={runs} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((runs, column) => (
                <td key={column} data-align={align[column]}>
                  <Runs runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Runs = ({ runs }: { runs: readonly Run[] }) => runs.map((run, index) => <RunView key={index} run={run} />)

function RunView({ run: { text, strong, emphasis, code, link } }: { run: Run }) {
  let view = code ? <code>{text}</code> : <Fragment>{text}</Fragment>
  if (emphasis) view = <em>{view}</em>
  if (strong) view = <strong>{view}</strong>
  if (!link) return view
  return (
    <Link to={paths.manual} search={{ libro: link.document }} {...(link.section !== null && { hash: link.section })}>
      {view}
    </Link>
  )
}
