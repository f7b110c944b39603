import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { Block, Link, Run, Shallow } from '#domain/document.ts'

/** The parts of a document that each application draws in its own way. */
export interface BlockParts {
  readonly Heading: ComponentType<Omit<Extract<Block, { kind: 'heading' }>, 'kind'>>
  /** A link to a document or to a section of one. */
  readonly DocumentLink: ComponentType<Link & { readonly children: ReactNode }>
  readonly Picture: ComponentType<{ readonly name: string; readonly alt: string }>
  readonly Callout: ComponentType<{ readonly tone: Tone; readonly children: ReactNode }>
  /** Around a table's rows. `title`, the section's, names it. */
  readonly TableFrame: ComponentType<{ readonly title: string; readonly children: ReactNode }>
}

export type Tone = Extract<Block, { kind: 'callout' }>['tone']

interface Props {
  readonly blocks: readonly (Block | Shallow)[]
  /** The section's, which names its tables. */
  readonly title: string
  readonly parts: BlockParts
}

/** A document's blocks as elements. */
export const DocumentBlocks = ({ blocks, title, parts }: Props) =>
  blocks.map((each, index) => <BlockView key={index} block={each} title={title} parts={parts} />)

function BlockView({ block, title, parts }: Omit<Props, 'blocks'> & { readonly block: Block | Shallow }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.runs} parts={parts} />
        </p>
      )
    case 'heading':
      return <parts.Heading id={block.id} title={block.title} since={block.since} />
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <DocumentBlocks blocks={item} title={title} parts={parts} />
        </li>
      ))
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return (
        <parts.TableFrame title={title}>
          <TableRows table={block} parts={parts} />
        </parts.TableFrame>
      )
    case 'callout':
      return (
        <parts.Callout tone={block.tone}>
          <DocumentBlocks blocks={block.blocks} title={title} parts={parts} />
        </parts.Callout>
      )
    case 'image':
      return <parts.Picture name={block.name} alt={block.alt} />
  }
}

interface TableProps {
  readonly table: Extract<Block, { kind: 'table' }>
  readonly parts: BlockParts
}

const TableRows = ({ table: { align, header, rows }, parts }: TableProps) => (
  <>
    <thead>
      <tr>
        {header.map((runs, column) => (
          <th key={column} scope="col" data-align={align[column] ?? 'left'}>
            <Runs runs={runs} parts={parts} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          {row.map((runs, column) => (
            <td key={column} data-align={align[column] ?? 'left'}>
              <Runs runs={runs} parts={parts} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </>
)

interface RunProps {
  readonly parts: BlockParts
}

const Runs = ({ runs, parts }: RunProps & { readonly runs: readonly Run[] }) =>
  runs.map((run, index) => <RunView key={index} run={run} parts={parts} />)

function RunView({ run: { text, strong, emphasis, code, link }, parts }: RunProps & { readonly run: Run }) {
  let view = code ? <code>{text}</code> : <Fragment>{text}</Fragment>
  if (emphasis) view = <em>{view}</em>
  if (strong) view = <strong>{view}</strong>
  return link ? <parts.DocumentLink {...link}>{view}</parts.DocumentLink> : view
}
