import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingState } from '#ui/states.tsx'
import { NotRead } from '../lists/not-read.tsx'
import { useMessages } from '../messages/index.ts'
import { useLifeLineMessages } from '../messages/life-line.ts'
import { AreaLink } from '../tickets/area-link.tsx'
import { Lines, Problems } from './life-line.tsx'
import { type LifeLineWork, lifeLineQuery } from './life-line-queries.ts'
import css from './work-dialog.module.css'

interface Props {
  readonly kind: LifeLineWork['kind']
  readonly number: number
  readonly onClose: () => void
}

/** An incident or a development with its life line, over its list. */
export function WorkDialog({ kind, number, onClose }: Props) {
  const { lifeLine: words } = useLifeLineMessages()
  const { data, error, isFetching, refetch } = useQuery(lifeLineQuery({ work: number }))
  const title = data?.works.find((work) => work.number === number)?.title
  const name = words[kind](number)
  return (
    <Dialog opened size="lg" leave="back" printable title={title ? `${name} · ${title}` : name} onClose={onClose}>
      {data ? (
        <div className={css.content}>
          <Problems line={data} />
          <Lines line={data} linked={false} />
          {data.works.map(({ number: work, tickets }) => (
            <Tickets key={work} tickets={tickets} />
          ))}
        </div>
      ) : error ? (
        <NotRead error={error} failed={words.failed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </Dialog>
  )
}

/** The tickets that it answers. */
function Tickets({ tickets }: Pick<LifeLineWork, 'tickets'>) {
  const { lifeLine: words } = useLifeLineMessages()
  const { detail } = useMessages().tickets
  if (tickets.length === 0) return null
  return (
    <section>
      <h3 className={css.title}>{words.ticketsOf}</h3>
      <ul className={css.tickets}>
        {tickets.map(({ number, title }) => (
          <li key={number}>
            <AreaLink search={(before) => ({ ...before, ticket: number })}>{detail.heading(number)}</AreaLink> {title}
          </li>
        ))}
      </ul>
    </section>
  )
}
