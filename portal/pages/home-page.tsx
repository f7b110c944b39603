import { Badge, Button } from '@mantine/core'
import {
  type TablerIcon,
  IconArrowRight,
  IconBooks,
  IconFileEuro,
  IconKey,
  IconLifebuoy,
  IconListDetails,
  IconPlus,
  IconRocket,
  IconServerCog,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link } from '@tanstack/react-router'
import { AssistantIntro } from '../assistant/assistant-intro.tsx'
import { OwnBrand } from '../layout/own-shell.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { UserMenu } from '../layout/user-menu.tsx'
import { WithQueries } from '../layout/with-queries.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { NoticesBanner } from '../notices/notices-banner.tsx'
import { valuationTotalQuery } from '../options/option-queries.ts'
import { VALUATIONS } from '../options/options-search.ts'
import { paths, TECHNICAL_FORM } from '../paths.ts'
import { actsFor, useAccount } from '../session/session-store.ts'
import { SearchButton } from '../search/later-search-button.tsx'
import { ForYou } from './for-you.tsx'
import styles from './home-page.module.css'
import { WhoseTurn } from './whose-turn.tsx'

/** The home (spec §2, Home). */
export function HomePage() {
  const { home } = useMessages().pages
  const account = useAccount()
  usePageTitle(home.title)
  return (
    <WithQueries>
      <div className={styles.page}>
        <header className={styles.top}>
          <div className={styles.header}>
            <OwnBrand />
            <UserMenu />
          </div>
        </header>
        <main tabIndex={-1}>
          <div className={styles.banner}>
            <div className={styles.notices}>
              <NoticesBanner />
            </div>
            <div className={styles.greeting}>
              <div>
                <p className={styles.client}>{actsFor(account).join(' · ')}</p>
                <h1 className={styles.title}>{home.greeting(account.personName)}</h1>
                <p className={styles.welcome}>{home.welcome}</p>
              </div>
              <div className={styles.acts}>
                <SearchButton />
                <Button
                  renderRoot={(props) => <Link {...props} to={paths.tickets} params={{ atajo: 'nuevo' }} />}
                  size="md"
                  leftSection={<IconPlus size={20} aria-hidden />}
                >
                  {home.newTicket}
                </Button>
              </div>
              {!account.limited && <WhoseTurn />}
            </div>
          </div>
          <AssistantIntro />
          <div className={styles.main}>
            <Tiles limited={account.limited} />
            {!account.limited && <ForYou />}
          </div>
          {account.administrator && <Options />}
        </main>
      </div>
    </WithQueries>
  )
}

type To = Pick<LinkProps, 'to' | 'params' | 'search'>

function Tiles({ limited }: { limited: boolean }) {
  const { tiles } = useMessages().pages.home
  return (
    <div className={styles.tiles}>
      <Tile link={{ to: paths.tickets, params: { atajo: 'nuevo' } }} icon={IconLifebuoy} words={tiles.support} />
      <Tile
        link={{ to: paths.tickets, params: { atajo: TECHNICAL_FORM } }}
        icon={IconServerCog}
        words={tiles.technical}
      />
      <Tile link={{ to: paths.tickets, params: { atajo: 'lista' } }} icon={IconListDetails} words={tiles.tickets} />
      {!limited && <Tile link={{ to: paths.manuals }} icon={IconBooks} words={tiles.manuals} />}
    </div>
  )
}

function Tile({
  link,
  icon: Icon,
  words,
}: {
  link: To
  icon: TablerIcon
  words: { title: string; text: string; action: string }
}) {
  return (
    <Link {...link} className={styles.tile}>
      <span className={styles.tileIcon}>
        <Icon size={24} stroke={1.6} aria-hidden />
      </span>
      <span className={styles.tileTitle}>{words.title}</span>
      <span className={styles.tileText}>{words.text}</span>
      <span className={styles.tileAction}>
        {words.action} <IconArrowRight size={18} aria-hidden />
      </span>
    </Link>
  )
}

/** The administrators' further cards. */
function Options() {
  const { home, options } = useMessages().pages
  const { number } = useFormat()
  const total = useQuery(valuationTotalQuery).data?.total
  const words = home.options
  return (
    <section className={styles.options} aria-labelledby="opciones">
      <h2 id="opciones" className={styles.optionsTitle}>
        {words.title}
      </h2>
      <div className={styles.optionLinks}>
        <Option link={{ to: paths.versions }} icon={IconRocket} title={words.versions} text={words.versionsText} />
        <Option link={{ to: paths.ownData }} icon={IconKey} title={words.password} text={words.passwordText} />
        <Option
          link={{ to: paths.options, search: VALUATIONS }}
          icon={IconFileEuro}
          title={words.valuations}
          text={words.valuationsText}
          {...(total !== undefined && { count: number(total), label: options.counted(words.valuations, total) })}
        />
      </div>
    </section>
  )
}

function Option({
  link,
  icon: Icon,
  title,
  text,
  count,
  label,
}: {
  link: To
  icon: TablerIcon
  title: string
  text: string
  count?: string
  label?: string
}) {
  return (
    <Link {...link} className={styles.option} aria-label={label}>
      <Icon size={24} stroke={1.6} aria-hidden />
      <span className={styles.optionWords}>
        <span className={styles.optionTitle}>
          {title}
          {count !== undefined && (
            <Badge component="span" size="sm" variant="light">
              {count}
            </Badge>
          )}
        </span>
        <span className={styles.optionText}>{text}</span>
      </span>
    </Link>
  )
}
