import { Button, Title } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconExternalLink, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import type { session } from '#contract/session.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import css from './demos-page.module.css'
import { demosQuery } from './option-queries.ts'

/** Access to a remote desktop with the product to try (spec §2, Demos). */
export function DemosPage() {
  const { demos } = useMessages().pages
  usePageTitle(demos.title)
  return (
    <div className={css.page}>
      <Title order={1} size="h2">
        {demos.title}
      </Title>
      <Access />
      <Button
        component={Link}
        to={paths.options}
        variant="subtle"
        className={css.back}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
      >
        {demos.back}
      </Button>
    </div>
  )
}

function Access() {
  const { demos } = useMessages().pages
  const { data, isError, isFetching, refetch } = useQuery(demosQuery)
  if (data === undefined && isError)
    return <ErrorState text={demos.failed} busy={isFetching} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState />
  return data === null ? <EmptyState title={demos.none} /> : <Details access={data} />
}

/** In a narrow column an address breaks after a slash and not within a word. */
const atSlashes = (address: string) =>
  address.split(/(?<=\/)(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

type DemoAccess = NonNullable<Data<typeof session.demos>>

function Details({ access: { address, username, password } }: { access: DemoAccess }) {
  const { demos } = useMessages().pages
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <>
      <p className={css.lead}>{demos.lead}</p>
      <dl className={css.access}>
        <Fact term={demos.address}>
          <a href={address} target="_blank" rel="noopener noreferrer" className={css.link}>
            <span>{atSlashes(address)}</span>
            <IconExternalLink size={18} role="img" aria-label={demos.opensInTab} />
          </a>
        </Fact>
        <Fact term={demos.username}>
          <span className={css.value}>{username}</span>
          <CopyButton label={demos.copyUsername} text={username} done={demos.copied.username} />
        </Fact>
        <Fact term={demos.password}>
          <span className={css.value}>
            {shown ? password : <span role="img" aria-label={demos.hidden} className={css.dots} />}
          </span>
          <Button
            variant="default"
            size="xs"
            leftSection={<Eye size={16} aria-hidden />}
            aria-label={shown ? demos.hidePassword : demos.showPassword}
            onClick={() => setShown(!shown)}
          >
            {shown ? demos.hide : demos.show}
          </Button>
          <CopyButton label={demos.copyPassword} text={password} done={demos.copied.password} />
        </Fact>
      </dl>
    </>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className={css.fact}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** Reports the copy in an alert, which screen readers read. */
function CopyButton({ label, text, done }: { label: string; text: string; done: string }) {
  const { demos } = useMessages().pages
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showAlert('success', done)
    } catch {
      // No permission, or no clipboard at all: the page did not come by https.
      showAlert('error', demos.copyFailed)
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCopy size={16} aria-hidden />}
      aria-label={label}
      onClick={() => void copy()}
    >
      {demos.copy}
    </Button>
  )
}
