import { Badge, Title } from '@mantine/core'
import { type TablerIcon, IconDeviceDesktop, IconFileEuro, IconId, IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link, getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { part } from '#ui/part.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { OPTIONS_ROUTE, paths } from '../paths.ts'
import { valuationTotalQuery } from './option-queries.ts'
import css from './options-page.module.css'
import { VALUATIONS, areValuationsOpen, optionsAddress, searchOf } from './options-search.ts'
import { Valuations } from './valuations.tsx'

const ValuationDialog = part(async () => (await import('./valuation-dialog.tsx')).ValuationDialog).Part

const route = getRouteApi(OPTIONS_ROUTE)

/** Administrators' additional options (spec §2, Opciones adicionales); the address says whether the valuations are open. */
export function OptionsPage() {
  const { options } = useMessages().pages
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useQuery(valuationTotalQuery)
  const { page, pageSize, order } = optionsAddress.read(search)
  const listed = { page, pageSize, order }
  usePageTitle(options.title)
  const open = (valoracion: number | undefined) =>
    void navigate({
      search: (before) => ({ ...before, valoracion }),
      replace: valoracion === undefined,
      resetScroll: false,
      ignoreBlocker: true,
    })
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {options.title}
      </Title>
      <div className={css.options}>
        <Option link={{ to: paths.demos }} icon={IconDeviceDesktop} title={options.demos} text={options.demosText} />
        <Option link={{ to: paths.ownData }} icon={IconId} title={options.ownData} text={options.ownDataText} />
        <Option
          link={{ to: paths.options, search: VALUATIONS }}
          icon={IconFileEuro}
          title={options.valuations}
          text={options.valuationsText}
          count={data?.total}
        />
        <Option
          link={{ to: paths.report }}
          icon={IconReportAnalytics}
          title={options.report}
          text={options.reportText}
        />
      </div>
      {areValuationsOpen(search) && (
        <Valuations
          listed={listed}
          onChange={(change) => void navigate({ search: searchOf({ ...listed, ...change }), resetScroll: false })}
          onOpen={open}
        />
      )}
      {search.valoracion !== undefined && (
        <Suspense fallback={null}>
          <ValuationDialog key={search.valoracion} number={search.valoracion} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface OptionProps {
  readonly link: Pick<LinkProps, 'to' | 'search'>
  readonly icon: TablerIcon
  readonly title: string
  readonly text: string
  readonly count?: number | undefined
}

function Option({ link, icon: Icon, title, text, count }: OptionProps) {
  const { options } = useMessages().pages
  const { number } = useFormat()
  return (
    <Link
      {...link}
      activeOptions={{ exact: true, includeSearch: true }}
      className={css.option}
      resetScroll={false}
      aria-label={count === undefined ? undefined : options.counted(title, count)}
    >
      <Icon size={26} stroke={1.6} aria-hidden />
      <span className={css.words}>
        <span className={css.title}>
          {title}
          {count !== undefined && (
            <Badge component="span" size="sm" variant="light">
              {number(count)}
            </Badge>
          )}
        </span>
        <span className={css.text}>{text}</span>
      </span>
    </Link>
  )
}
