import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { AccountMenu } from '../account-menu.tsx'
import { showAlert } from '../alerts.tsx'
import { Brand } from '../brand.tsx'
import { Dialog } from '../dialog.tsx'
import { EarlierPart } from '../earlier-part.tsx'
import { type Face, Faces } from '../faces.tsx'
import { Facts } from '../facts.tsx'
import { FileDrop } from '../file-drop.tsx'
import { Bar, Frame, useFramedMenu } from '../frame.tsx'
import { LinkedText } from '../linked-text.tsx'
import { MenuButton } from '../menu-button.tsx'
import { type Column, type Order, PagedTable, rowLink } from '../paged-table.tsx'
import { part } from '../part.tsx'
import { PlainPage } from '../plain-page.tsx'
import { QrCode } from '../qr-code.tsx'
import { SkipLink } from '../skip-link.tsx'
import { EmptyState, ErrorState, LoadingState, OfflineNotice } from '../states.tsx'
import { Switch } from '../switch.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'
import { Tip } from '../tip.tsx'
import css from './preview.module.css'
import { TABLE_WORDS } from './sample-words.ts'

/** Every part of `ui/`, with samples. */
export const Parts = () => (
  <div className={css.parts}>
    {Object.entries(SAMPLES).map(([name, sample]) => (
      <section key={name} className={css.part}>
        <h2 className={css.name}>{name}</h2>
        {sample}
      </section>
    ))}
  </div>
)

const MARK = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#888"/></svg>')}`

const Later = part(async () => () => <p>Arrived</p>)

function Fields() {
  return (
    <div>
      <TextInput label="Name" placeholder="Placeholder" />
      <TextInput label="E-mail" defaultValue="nobody" error="This is no address" />
      <NativeSelect label="Module" data={['Accounting', 'Sales']} />
      <Textarea label="Text" description="At least ten letters" disabled defaultValue="Disabled" />
      <Checkbox mt="sm" label="Also by telephone" defaultChecked />
    </div>
  )
}

function SampleDialog({ words, dirty = false }: { words: string; dirty?: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words}
      </Button>
      <Dialog
        opened={opened}
        title={words}
        dirty={dirty}
        onClose={() => setOpened(false)}
        footer={<Button onClick={() => setOpened(false)}>Save</Button>}
      >
        <TextInput label="Name" />
      </Dialog>
    </>
  )
}

function SampleEarlier() {
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState(2)
  const words = { more: 'Show earlier', failed: 'Could not be loaded', loaded: 'Loaded' }
  const [hasMore, failed] = [count < 6, count === 4]
  const onMore = () => setCount(count + 2)
  return (
    <>
      <EarlierPart {...{ list, count, words, hasMore, failed, onMore }} busy={false} />
      <ul ref={list}>
        {Array.from({ length: count }, (_, index) => (
          <li key={count - index}>Entry {6 - count + index + 1}</li>
        ))}
      </ul>
    </>
  )
}

function SampleFaces() {
  const [value, onChange] = useState<Face | null>(4)
  const words = { 1: 'Very bad', 2: 'Bad', 3: 'So so', 4: 'Good', 5: 'Very good' }
  return <Faces legend="How was it?" {...{ words, value, onChange }} />
}

const SampleFiles = ({ compact = false }: { compact?: boolean }) => (
  <FileDrop
    words={{ add: 'Attach', paste: 'Paste', drop: 'or drop files here', dropNow: 'Drop them now' }}
    hint="PDF and pictures up to 10 MB"
    accept=".pdf,.png"
    onFiles={(files) => showAlert('success', `${files.length} files`)}
    onPastedImages={() => showAlert('success', 'A picture')}
    onClipboardProblem={(problem) => showAlert('warning', `The clipboard is ${problem}`)}
    compact={compact}
  />
)

function SampleFrame() {
  const { menuButton, menu } = useFramedMenu({ openMenu: 'Open the menu', closeMenu: 'Close the menu' })
  const bar = (
    <Bar>
      {menuButton}
      <Brand mark={MARK} name="Support" subtitle="Sample" />
    </Bar>
  )
  return (
    <Frame skip="Skip to the content" bar={bar} menu={<nav id={menu.id}>Menu</nav>}>
      <p>Content</p>
    </Frame>
  )
}

interface Row {
  readonly number: number
  readonly title: string
}
const ROWS = Array.from({ length: 43 }, (_, index): Row => ({ number: 1043 - index, title: `Ticket about ${index}` }))
const link = ({ number }: Row) => (
  <a href="#parts" className={rowLink}>
    {number}
  </a>
)
const COLUMNS: readonly Column<Row, 'number'>[] = [
  { key: 'number', title: 'Number', cell: link, sort: 'number', width: '120px' },
  { key: 'title', title: 'Title', cell: ({ title }) => title },
]

function SampleTable({ arrived = true, refreshing = false }: { arrived?: boolean; refreshing?: boolean }) {
  const [page, onPage] = useState(1)
  const [order, onOrder] = useState<Order<'number'> | null>(null)
  return (
    <div>
      <PagedTable
        label="Tickets"
        words={TABLE_WORDS}
        columns={COLUMNS}
        rows={arrived ? ROWS.slice(page * 5 - 5, page * 5) : undefined}
        rowKey={({ number }) => number}
        renderCard={(row) => (
          <>
            {link(row)} {row.title}
          </>
        )}
        total={arrived ? ROWS.length : 0}
        pageSize={5}
        pageSizes={[5, 10]}
        onPageSize={() => undefined}
        {...{ page, onPage, order, onOrder, refreshing }}
      />
    </div>
  )
}

function SampleMenuButton() {
  const [opened, setOpened] = useState(false)
  return <MenuButton menu="none" opened={opened} words="Menu" onToggle={() => setOpened(!opened)} />
}

const SAMPLES: Readonly<Record<string, ReactNode>> = {
  'Buttons (of the library)': (
    <div className={css.row}>
      <Button>Filled</Button>
      <Button variant="default">Default</Button>
      <Button variant="light">Light</Button>
      <Button variant="subtle">Subtle</Button>
      <Button color="red">Dangerous</Button>
      <Button loading>Loading</Button>
      <Button disabled>Disabled</Button>
    </div>
  ),
  'Fields (of the library)': <Fields />,
  Alerts: (
    <div className={css.row}>
      {(['success', 'warning', 'error'] as const).map((tone) => (
        <Button key={tone} variant="default" onClick={() => showAlert(tone, `An alert of ${tone}`)}>
          {tone}
        </Button>
      ))}
    </div>
  ),
  Dialog: (
    <div className={css.row}>
      <SampleDialog words="A dialog" />
      <SampleDialog words="With unsaved text" dirty />
    </div>
  ),
  EmptyState: (
    <EmptyState title="No tickets" action={<Button>New ticket</Button>}>
      They will appear here.
    </EmptyState>
  ),
  LoadingState: <LoadingState />,
  ErrorState: <ErrorState text="The list could not be loaded" onRetry={() => undefined} />,
  'OfflineNotice (without a network)': <OfflineNotice />,
  PagedTable: <SampleTable />,
  'PagedTable, refreshing': <SampleTable refreshing />,
  'PagedTable, not yet arrived': <SampleTable arrived={false} />,
  EarlierPart: <SampleEarlier />,
  Faces: <SampleFaces />,
  Facts: (
    <Facts
      label="Facts"
      facts={[
        ['Version', 'V031'],
        ['Left out, without a value', null],
        ['Area', 'Main application'],
      ]}
    />
  ),
  FileDrop: <SampleFiles />,
  'FileDrop, compact': <SampleFiles compact />,
  Tip: (
    <div className={css.row}>
      <Tip tip="It appears on hover and focus">
        <Button variant="default">With a hint</Button>
      </Tip>
    </div>
  ),
  LinkedText: (
    <p>
      <LinkedText text="See https://example.com/help or write to support@example.com." />
    </p>
  ),
  AccountMenu: (
    <div className={css.row}>
      <AccountMenu label="Menu of Ana Gil" name="Ana Gil" details={['ana@example.com']}>
        <Button variant="default">Log out</Button>
      </AccountMenu>
    </div>
  ),
  Switch: (
    <Switch
      label="Language"
      choices={[
        { value: 'es', words: 'Español' },
        { value: 'en', words: 'English' },
      ]}
      chosen="es"
      onChoose={() => undefined}
    />
  ),
  ThemeSwitch: <ThemeSwitch />,
  Brand: <Brand mark={MARK} name="Support" subtitle="Sample" />,
  MenuButton: <SampleMenuButton />,
  'SkipLink (on focus)': <SkipLink words="Skip to the content" />,
  QrCode: <QrCode text="otpauth://totp/sample" label="A code for the telephone" />,
  Part: (
    <Suspense fallback={<LoadingState />}>
      <Later.Part />
    </Suspense>
  ),
  Frame: <SampleFrame />,
  PlainPage: (
    <PlainPage title="A page with one task" header={<Brand mark={MARK} name="Support" subtitle="Sample" />}>
      <TextInput label="Name" />
    </PlainPage>
  ),
}
