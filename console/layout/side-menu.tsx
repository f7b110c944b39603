import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import {
  type TablerIcon,
  IconAlertTriangle,
  IconArchive,
  IconBookmark,
  IconBug,
  IconClockExclamation,
  IconFileEuro,
  IconInbox,
  IconPhoneCall,
  IconPhonePlus,
  IconStack2,
  IconTools,
  IconUrgent,
  IconUser,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Fragment, Suspense, lazy } from 'react'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, VIEW_ORDER, type MenuView, WORK_LISTS, WORK_ORDER, type WorkList, paths } from '../paths.ts'
import { countsQuery } from '../queue/queue-queries.ts'
import { linkOfSaved, savedViewsQuery } from '../queue/saved-view-queries.ts'
import { useTechnician } from '../session/session-store.ts'
import { MenuEntry } from './menu-entry.tsx'
import { useSectionGroups } from './sections.ts'
import styles from './side-menu.module.css'

const ICONS: Readonly<Record<MenuView, TablerIcon>> = {
  'waiting-for-us': IconInbox,
  mine: IconUser,
  unassigned: IconUserQuestion,
  claimed: IconAlertTriangle,
  'third-claim': IconUrgent,
  'near-promise': IconClockExclamation,
  'waiting-for-customer': IconUsers,
  open: IconStack2,
  closed: IconArchive,
}

const WORK_ICONS: Readonly<Record<WorkList, TablerIcon>> = {
  incident: IconBug,
  development: IconTools,
  valuation: IconFileEuro,
}

const FirstStepsEntry = lazy(() =>
  import('../start/first-steps-entry.tsx').then((chunk) => ({ default: chunk.FirstStepsEntry })),
)

/** The views of the queue with their counts, then the other sections. */
export function SideMenu({ id, opened, onNavigate }: { id: string; opened: boolean; onNavigate: () => void }) {
  const { layout, view: views } = useMessages()
  const { data: counts } = useQuery(countsQuery)
  const groups = useSectionGroups()
  const isSupervisor = useTechnician().role === 'supervisor'
  // Then its own entry is the current one, and not that of its list, which has the same path.
  const isSaved = 'guardada' in useSearch({ strict: false })
  return (
    <nav id={id} aria-label={layout.mainMenu} className={styles.menu} data-opened={opened}>
      <p className={styles.heading}>{layout.views}</p>
      {VIEW_ORDER.map((view) => (
        <MenuEntry
          key={view}
          icon={ICONS[view]}
          words={views[view]}
          link={{
            to: paths.queue,
            params: { vista: VIEW_NAMES[view] },
            activeOptions: { includeSearch: isSaved, exact: isSaved },
          }}
          count={counts?.[view]}
          hasMore={view === 'closed' && counts?.hasMoreClosed}
          unread={view === 'mine' ? counts?.unread : 0}
          alarming={(view === 'claimed' || view === 'third-claim') && (counts?.[view] ?? 0) > 0}
          onNavigate={onNavigate}
        />
      ))}
      <SavedViews onNavigate={onNavigate} />
      <p className={styles.heading}>{layout.phone}</p>
      <MenuEntry
        icon={IconPhoneCall}
        words={layout.callbacks}
        link={{ to: paths.callbacks, activeOptions: { exact: true } }}
        onNavigate={onNavigate}
      />
      <Button
        renderRoot={(props) => <Link {...props} to={paths.recordCall} onClick={onNavigate} />}
        variant="default"
        size="sm"
        px="xs"
        className={styles.record}
        leftSection={<IconPhonePlus size={18} aria-hidden />}
      >
        {layout.recordCall}
      </Button>
      <p className={styles.heading}>{layout.work}</p>
      {WORK_ORDER.map((list) => (
        <MenuEntry
          key={list}
          icon={WORK_ICONS[list]}
          words={layout.workList[list]}
          link={{ to: paths.workList, params: { lista: WORK_LISTS[list] }, activeOptions: { includeSearch: false } }}
          onNavigate={onNavigate}
        />
      ))}
      {groups.map(({ words, sections }) => (
        <Fragment key={words}>
          <p className={styles.heading}>{words}</p>
          {sections.map(({ counts: of, ...section }) => (
            <MenuEntry
              key={section.words}
              {...section}
              count={of && (counts?.[of] || undefined)}
              onNavigate={onNavigate}
            />
          ))}
        </Fragment>
      ))}
      {/* It comes later than the others, and must move none of them. */}
      {isSupervisor && (
        <Suspense fallback={null}>
          <FirstStepsEntry onNavigate={onNavigate} />
        </Suspense>
      )}
    </nav>
  )
}

function SavedViews({ onNavigate }: { onNavigate: () => void }) {
  const { guardada } = useSearch({ strict: false })
  const { layout } = useMessages()
  const { data: saved = [] } = useQuery(savedViewsQuery)
  if (saved.length === 0) return null
  return (
    <>
      <p className={styles.heading}>{layout.savedViews}</p>
      {saved.map((view) => (
        <MenuEntry
          key={view.id}
          icon={view.team ? IconUsersGroup : IconBookmark}
          words={view.name}
          link={{ ...linkOfSaved(view), activeOptions: { includeSearch: String(view.id) !== guardada } }}
          count={view.count ?? undefined}
          onNavigate={onNavigate}
        />
      ))}
    </>
  )
}
