import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo } from 'react'
import { addressOfDocument } from '../manuals/document-link.tsx'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { type AnswerRun, type ManualLink, answerBlocks, manualLink } from './answer-text.ts'
import type { Source } from './assistant-queries.ts'
import css from './answer-words.module.css'

/** An answer's words, rendered as text: nothing in them becomes HTML. */
export function AnswerWords({ text, sources }: { text: string; sources: readonly Source[] }) {
  const blocks = useMemo(() => answerBlocks(text), [text])
  const runs = (list: readonly AnswerRun[]) => <Runs runs={list} sources={sources} />
  return (
    <div className={css.words}>
      {blocks.map((block, index) => {
        if (block.kind === 'paragraph') return <p key={index}>{runs(block.runs)}</p>
        const items = block.items.map((item, itemIndex) => <li key={itemIndex}>{runs(item)}</li>)
        return block.ordered ? (
          <ol key={index} start={block.start}>
            {items}
          </ol>
        ) : (
          <ul key={index}>{items}</ul>
        )
      })}
    </div>
  )
}

function Runs({ runs, sources }: { runs: readonly AnswerRun[]; sources: readonly Source[] }) {
  return runs.map((run, index) => <Fragment key={index}>{drawn(run, sources)}</Fragment>)
}

function drawn(run: AnswerRun, sources: readonly Source[]): ReactNode {
  switch (run.kind) {
    case 'plain':
      return run.text
    case 'strong':
      return <strong>{run.text}</strong>
    case 'link':
      return <ToManual to={run.to}>{run.text}</ToManual>
    case 'place': {
      const to = manualLink(sources[run.number - 1]?.href ?? '')
      return to ? <ToManual to={to}>{run.text}</ToManual> : run.text
    }
    case 'source': {
      const source = sources[run.number - 1]
      const to = source && manualLink(source.href)
      const mark = `[${run.number}]`
      return to ? (
        <ToManual to={to} label={`${mark} ${placeOf(source)}`}>
          {mark}
        </ToManual>
      ) : (
        mark
      )
    }
  }
}

/** An answer's sources: «manual › section», opened beside the conversation. */
export function Sources({ sources, title }: { sources: readonly Source[]; title: string }) {
  if (sources.length === 0) return null
  return (
    <div className={css.sources}>
      <p className={css.sourcesTitle}>{title}</p>
      <ol>
        {sources.map((source) => {
          const to = manualLink(source.href)
          const place = placeOf(source)
          return <li key={`${source.href} ${place}`}>{to ? <ToManual to={to}>{place}</ToManual> : place}</li>
        })}
      </ol>
    </div>
  )
}

const placeOf = ({ title, section }: Source): string => (section === '' ? title : `${title} › ${section}`)

/** The link opens another tab, so that the conversation stays. A limited session has no manuals to open. */
function ToManual({
  to: { document, section },
  label,
  children,
}: {
  to: ManualLink
  label?: string
  children: string
}) {
  const { opensInTab } = useMessages().pages.demos
  const { limited } = useAccount()
  if (limited) return children
  return (
    <Link
      {...addressOfDocument(document)}
      {...(section !== null && { hash: section })}
      className={css.link}
      target="_blank"
      rel="noopener"
      {...(label !== undefined && { 'aria-label': `${label} (${opensInTab})` })}
    >
      {children}
      {label === undefined && <VisuallyHidden component="span"> ({opensInTab})</VisuallyHidden>}
    </Link>
  )
}
