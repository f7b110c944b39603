import { Fragment } from 'react'
import { URGENCIES } from '#domain/urgency.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useMessages } from '../messages/index.ts'
import styles from './shortcuts-dialog.module.css'
import type { Shortcut } from './shortcuts.ts'

const LOWEST = URGENCIES[0]
const HIGHEST = URGENCIES[URGENCIES.length - 1] ?? LOWEST
const GROUPS = ['list', 'ticket', 'work', 'go'] as const

/** The keys of the screen from which it was opened. */
export function ShortcutsDialog({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const { keys: words, urgency } = useMessages()
  const writing = [
    { keys: 'Ctrl+Enter', words: words.send },
    { keys: 'Ctrl+Shift+Enter', words: words.sendAndClose },
    { keys: 'Ctrl+/', words: words.canned },
    { keys: 'Esc', words: words.leaveField },
  ]
  /** The pop-up for the urgency has a digit for each. */
  const withDigits = (shortcut: Shortcut) =>
    shortcut.keys === 'u'
      ? { keys: `u ${LOWEST}…${HIGHEST}`, words: `${shortcut.words}: ${urgency[LOWEST]} … ${urgency[HIGHEST]}` }
      : shortcut
  return (
    <Dialog opened title={words.title} leave="back" size="lg" onClose={onClose}>
      <p className={styles.lead}>{words.lead}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may be longer than the screen: the keyboard scrolls it here */}
      <div role="region" aria-label={words.title} tabIndex={0} className={styles.groups}>
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={words.group[group]}
            shortcuts={shortcuts.filter((shortcut) => shortcut.group === group).map(withDigits)}
          />
        ))}
        <Group title={words.group.writing} shortcuts={writing} />
      </div>
    </Dialog>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Pick<Shortcut, 'keys' | 'words'>[] }) {
  if (shortcuts.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, words }) => (
          <Fragment key={keys}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{words}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys }: { keys: string }) {
  const { keys: words } = useMessages()
  const [first, second] = keys.split(' ')
  return (
    <>
      <kbd className={styles.key}>{shown(first)}</kbd>
      {second && (
        <>
          <span className={styles.then}> {words.afterwards} </span>
          <kbd className={styles.key}>{shown(second)}</kbd>
        </>
      )}
    </>
  )
}

const shown = (key = ''): string => ({ Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' })[key] ?? key
