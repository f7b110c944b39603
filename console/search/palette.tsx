import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Fragment } from '#browser/search/fragment.tsx'
import { useSearchText } from '#browser/search/use-search-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type Shortcut, shortcutsNow } from '../keyboard/shortcuts.ts'
import { useSectionGroups } from '../layout/sections.ts'
import { listAddress } from '../lists/list-search.ts'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, WORK_LISTS, WORK_ORDER, paths } from '../paths.ts'
import { linkOfSaved, savedViewsQuery } from '../queue/saved-view-queries.ts'
import { queueAddress } from '../queue/queue-search.ts'
import { workAddress } from '../work/work-search.ts'
import { COMMAND_GROUPS, type Command, commandsFor, isSought, keyOf } from './commands.ts'
import { useTechnician } from '../session/session-store.ts'
import { useOwnCommands } from './own-commands.ts'
import { usePaletteMessages } from './palette-messages.ts'
import { rememberSearch } from './recent-searches.ts'
import { useSearchMessages } from './search-messages.ts'
import { linkOf, numberOf, saysMore, useFound } from './search-queries.ts'
import styles from './palette.module.css'

interface Props {
  /** The keys of the screen from which it was opened. */
  readonly shortcuts: readonly Shortcut[]
  /** The letters that were typed before it had come. */
  readonly early: () => string
  readonly onPassword: () => void
  readonly onClose: () => void
}

/**
 * Finds by typing, and chooses with Enter: acts, screens and own settings by name, a ticket by number, any record by
 * its words, and the search of each list.
 */
export function Palette(props: Props) {
  const { title } = usePaletteMessages()
  return (
    <Dialog opened title={title} onClose={props.onClose} leave="back" size="md">
      <PaletteBox {...props} />
    </Dialog>
  )
}

function PaletteBox({ shortcuts, early, onPassword, onClose }: Props) {
  const words = usePaletteMessages()
  const { username } = useTechnician()
  const offered = useOffered(shortcuts, useOwnCommands(onPassword))
  const id = useId()
  const [wanted, setWanted] = useState(early)
  const { typed, type } = useSearchText(wanted, setWanted)
  // By name, not by position: found records arrive between the others.
  const [chosenKey, setChosenKey] = useState('')
  const found = useRecordsFound(wanted)
  const commands = [...commandsFor(typed, offered), ...found.commands].toSorted(
    (one, other) => COMMAND_GROUPS.indexOf(one.group) - COMMAND_GROUPS.indexOf(other.group),
  )
  const active = Math.max(
    0,
    commands.findIndex((command) => keyOf(command) === chosenKey),
  )
  const chosen = commands[active]

  function run(command: Command) {
    if (['search', 'found', 'list'].includes(command.group)) rememberSearch(username, typed)
    onClose()
    // The dialog first gives the focus back, which the act may then move.
    setTimeout(command.run)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return
    event.preventDefault()
    if (key === 'Enter') {
      if (chosen) run(chosen)
      return
    }
    const to = Math.max(0, Math.min(commands.length - 1, active + (key === 'ArrowDown' ? 1 : -1)))
    const next = commands[to]
    if (next) setChosenKey(keyOf(next))
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className={styles.box}>
      <TextInput
        type="search"
        size="md"
        role="combobox"
        aria-label={words.label}
        aria-expanded={commands.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${active}`}
        placeholder={words.label}
        leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          type(currentTarget.value)
          setChosenKey('')
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {typed === '' || commands.length === 0 ? '' : words.count(commands.length)}
      </VisuallyHidden>
      {commands.length === 0 && (
        <p className={styles.none} role="status">
          {words.none}
        </p>
      )}
      <Commands
        id={id}
        found={commands}
        active={active}
        onPoint={(command) => setChosenKey(keyOf(command))}
        onRun={run}
      />
      {found.state && <p className={styles.none}>{words[found.state]}</p>}
    </div>
  )
}

/** The hits of each kind while somebody types. */
const SHOWN = 3

/** The records that say the typed words, and the state of their search. */
function useRecordsFound(wanted: string) {
  const { kinds } = useSearchMessages()
  const navigate = useNavigate()
  const question = wanted.trim()
  const enabled = isSought(question)
  const { data, isError, isFetching } = useFound({ question, enabled })
  const commands = (enabled ? (data?.groups ?? []) : []).flatMap(({ kind, items }) =>
    items.slice(0, SHOWN).flatMap((hit, index): Command[] => {
      const link = linkOf(kind, hit)
      if (!link) return []
      const number = numberOf(hit)
      const what = [kinds[kind], kind !== 'client' && hit.client?.name].filter(Boolean).join(' · ')
      return [
        {
          group: 'found',
          words: number === null ? hit.title : `${number} ${hit.title}`,
          found: { id: `${kind} ${index} ${number ?? hit.title}`, what, snippet: saysMore(hit) ? hit.snippet : '' },
          run: () => void navigate(link),
        },
      ]
    }),
  )
  const state = !enabled ? null : isError ? ('failed' as const) : isFetching && !data ? ('searching' as const) : null
  return { commands, state }
}

interface CommandsProps {
  readonly id: string
  readonly found: readonly Command[]
  readonly active: number
  readonly onPoint: (command: Command) => void
  readonly onRun: (command: Command) => void
}

function Commands({ id, found, active, onPoint, onRun }: CommandsProps) {
  const words = usePaletteMessages()
  return (
    <div id={id} role="listbox" aria-label={words.list} className={styles.list}>
      {COMMAND_GROUPS.filter((group) => found.some((command) => command.group === group)).map((group) => (
        <div key={group} role="group" aria-label={words.group[group]}>
          <p className={styles.kind} aria-hidden>
            {words.group[group]}
          </p>
          {found.map((command, index) =>
            command.group === group ? (
              // The keyboard focus stays in the box, which names the active option.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- for the pointer: the box has the keys
              <div
                key={keyOf(command)}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.option}
                onMouseMove={() => onPoint(command)}
                onClick={() => onRun(command)}
              >
                <span className={styles.said}>
                  {command.words}
                  {command.found && <span className={styles.what}>{command.found.what}</span>}
                  {command.found?.snippet && <Fragment of={command.found.snippet} />}
                </span>
                {command.keys && (
                  <kbd className={styles.key} aria-hidden>
                    {command.keys}
                  </kbd>
                )}
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

/** Keys that move within a list, or open this box or the search, are no acts. */
const NO_ACT = /^(?:Ctrl\+K|\/|Escape|Enter)$/

function useOffered(shortcuts: readonly Shortcut[], own: readonly Command[]): Parameters<typeof commandsFor>[1] {
  const words = usePaletteMessages()
  const { title } = useSearchMessages()
  const { view, layout, section } = useMessages()
  const navigate = useNavigate()
  const { data: saved } = useQuery(savedViewsQuery)
  const views = (saved ?? []).map((each) => ({ words: each.name, link: linkOfSaved(each) }))
  const sections = useSectionGroups().flatMap((group) => group.sections)
  // If two registrations have the same key, the last one wins.
  const acts = shortcuts.filter(
    ({ keys, group }, index) =>
      group !== 'list' && !NO_ACT.test(keys) && shortcuts.findLastIndex((other) => other.keys === keys) === index,
  )
  return {
    commands: [
      ...acts.map(({ keys, group, words: name }): Command => ({
        group: group === 'go' ? 'screen' : 'act',
        words: name,
        keys,
        // The screen may have rendered anew, or its ticket arrived, since the palette was opened.
        run: () =>
          shortcutsNow()
            .findLast((shortcut) => shortcut.keys === keys)
            ?.run(),
      })),
      ...[...sections, ...views].map(({ words: name, link }): Command => ({
        group: 'screen',
        words: name,
        run: () => void navigate(link),
      })),
      { group: 'screen', words: title, run: () => void navigate({ to: paths.search }) },
      ...own,
    ],
    openTicket: (number) => ({
      group: 'number',
      words: words.ticket(String(number)),
      run: () => void navigate({ to: paths.ticket, params: { number: String(number) }, state: { searched: true } }),
    }),
    searches: (text) => {
      const seek = (where: string, run: () => void): Command => ({
        group: 'list',
        words: words.seek(text, where),
        run,
      })
      const ofList = listAddress.written({ text })
      return [
        {
          group: 'search',
          words: words.everything(text),
          run: () => void navigate({ to: paths.search, search: { q: text } }),
        },
        ...(['open', 'closed'] as const).map((each) =>
          seek(
            view[each],
            () =>
              void navigate({
                to: paths.queue,
                params: { vista: VIEW_NAMES[each] },
                search: queueAddress.written({ text }),
              }),
          ),
        ),
        seek(section.contacts, () => void navigate({ to: paths.contacts, search: ofList })),
        seek(section.clients, () => void navigate({ to: paths.clients, search: ofList })),
        seek(section.installations, () => void navigate({ to: paths.installations, search: ofList })),
        ...WORK_ORDER.map((list) =>
          seek(
            layout.workList[list],
            () =>
              void navigate({
                to: paths.workList,
                params: { lista: WORK_LISTS[list] },
                search: workAddress.written({ text, view: 'all' }),
              }),
          ),
        ),
        seek(section.cannedAnswers, () => void navigate({ to: paths.cannedAnswers, search: ofList })),
      ]
    },
  }
}
