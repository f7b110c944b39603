import { useNavigate } from '@tanstack/react-router'
import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { type Shortcut, shortcutsNow } from '../keyboard/shortcuts.ts'
import { useSectionGroups } from '../layout/sections.ts'
import { listAddress } from '../lists/list-search.ts'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, WORK_LISTS, WORK_ORDER, paths } from '../paths.ts'
import { queueAddress } from '../queue/queue-search.ts'
import { workAddress } from '../work/work-search.ts'
import { type Command, type CommandGroup, commandsFor } from './commands.ts'
import { useOwnCommands } from './own-commands.ts'
import { usePaletteMessages } from './palette-messages.ts'
import styles from './palette.module.css'

const GROUPS = ['number', 'act', 'screen', 'own', 'search'] as const satisfies readonly CommandGroup[]

interface Props {
  /** The keys of the screen from which it was opened. */
  readonly shortcuts: readonly Shortcut[]
  readonly onPassword: () => void
  readonly onClose: () => void
}

/** Finds by typing, and chooses by Enter: every act, screen and own setting by name, a ticket by number, and each list's search. */
export function Palette(props: Props) {
  const { title } = usePaletteMessages()
  return (
    <Dialog opened title={title} onClose={props.onClose} leave="back" size="md">
      <PaletteBox {...props} />
    </Dialog>
  )
}

function PaletteBox({ shortcuts, onPassword, onClose }: Props) {
  const words = usePaletteMessages()
  const offered = useOffered(shortcuts, useOwnCommands(onPassword))
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = commandsFor(typed, offered)
  const chosen = found[active]

  function run(command: Command) {
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
    const to = Math.max(0, Math.min(found.length - 1, active + (key === 'ArrowDown' ? 1 : -1)))
    setActive(to)
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className={styles.box}>
      <TextInput
        type="search"
        size="md"
        role="combobox"
        aria-label={words.label}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${active}`}
        placeholder={words.label}
        leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {typed === '' || found.length === 0 ? '' : words.count(found.length)}
      </VisuallyHidden>
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {words.none}
        </p>
      )}
      <Commands id={id} found={found} active={active} onPoint={setActive} onRun={run} />
    </div>
  )
}

interface CommandsProps {
  readonly id: string
  readonly found: readonly Command[]
  readonly active: number
  readonly onPoint: (index: number) => void
  readonly onRun: (command: Command) => void
}

function Commands({ id, found, active, onPoint, onRun }: CommandsProps) {
  const words = usePaletteMessages()
  return (
    <div id={id} role="listbox" aria-label={words.list} className={styles.list}>
      {GROUPS.filter((group) => found.some((command) => command.group === group)).map((group) => (
        <div key={group} role="group" aria-label={words.group[group]}>
          <p className={styles.kind} aria-hidden>
            {words.group[group]}
          </p>
          {found.map((command, index) =>
            command.group === group ? (
              // The keyboard focus stays in the box, which names the active option.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={command.words}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.option}
                onMouseMove={() => onPoint(index)}
                onClick={() => onRun(command)}
              >
                {command.words}
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
  const { view, layout, section } = useMessages()
  const navigate = useNavigate()
  const sections = useSectionGroups().flatMap((group) => group.sections)
  // Of the same key the last registration wins.
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
      ...sections.map(({ words: name, link }): Command => ({
        group: 'screen',
        words: name,
        run: () => void navigate(link),
      })),
      ...own,
    ].toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group)),
    openTicket: (number) => ({
      group: 'number',
      words: words.ticket(String(number)),
      run: () => void navigate({ to: paths.ticket, params: { number: String(number) }, state: { searched: true } }),
    }),
    searches: (text) => {
      const seek = (where: string, run: () => void): Command => ({
        group: 'search',
        words: words.seek(text, where),
        run,
      })
      const ofList = listAddress.written({ text })
      return [
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
