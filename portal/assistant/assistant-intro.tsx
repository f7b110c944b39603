import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconMessageChatbot,
  IconRulerMeasure,
  IconShieldLock,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { provider } from '#browser/provider/provider.ts'
import { tickets } from '#contract/tickets.ts'
import { part } from '#ui/part.tsx'
import { addressOf } from '../api.ts'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useLanguage } from '../messages/language.ts'
import { useAccount } from '../session/session-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import css from './assistant-intro.module.css'
import { operativeQuery } from './assistant-queries.ts'
import { isContextTaken } from './program-context.ts'

const popups = () => import('./assistant-popups.tsx')
const HomeAssistant = part(async () => (await popups()).HomeAssistant).Part
const StreamTrial = part(async () => (await popups()).StreamTrial).Part

/** The assistant on the home (spec §2): its card with notices that unfold, and the conversation over it. */
export function AssistantIntro() {
  const account = useAccount()
  const { data: operative, isPending } = useQuery(operativeQuery)
  const [opened, setOpened] = useState(false)
  const [arrived] = useState(() => !isContextTaken(account))
  const [left, setLeft] = useState(false)
  if (!isPending && !operative) return null
  return (
    <>
      <Card pending={isPending} onStart={() => setOpened(true)} />
      <Suspense fallback={null}>
        {operative && (opened || (arrived && !left)) && (
          <HomeAssistant
            onClose={() => {
              setOpened(false)
              setLeft(true)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** It keeps its place until the assistant's availability is known, so that nothing jumps. */
function Card({ pending, onStart }: { pending: boolean; onStart: () => void }) {
  const { intro, trial } = useAssistantMessages()
  const { limited } = useAccount()
  const language = useLanguage()
  const maySimulate = useConfiguration().data?.simulateTechnician === true
  const [unfolded, setUnfolded] = useState(false)
  const [trying, setTrying] = useState(false)
  const { warnings, privacy, limitations } = provider.legal.assistant
  return (
    <section className={css.intro} aria-labelledby="asistente" data-pending={pending || undefined}>
      <div className={css.head}>
        <span className={css.icon}>
          <IconMessageChatbot size={26} stroke={1.6} aria-hidden />
        </span>
        <div className={css.words}>
          <h2 id="asistente" className={css.title}>
            {intro.title}
          </h2>
          <p className={css.lead}>{intro.lead}</p>
        </div>
        <button
          type="button"
          className={css.unfold}
          aria-expanded={unfolded}
          aria-controls="asistente-avisos"
          onClick={() => setUnfolded(!unfolded)}
        >
          <span className={css.unfoldWords}>{intro.notices}</span> <IconChevronDown size={18} aria-hidden />
        </button>
        <Button className={css.start} onClick={onStart}>
          {intro.start}
        </Button>
      </div>
      <div id="asistente-avisos" className={css.more} hidden={!unfolded}>
        <div className={css.notices}>
          <Notice icon={IconAlertTriangle} title={intro.warnings} paragraphs={warnings[language]} />
          <Notice icon={IconShieldLock} title={intro.privacy} paragraphs={privacy[language]} />
          <Notice icon={IconRulerMeasure} title={intro.limitations} paragraphs={limitations[language]} />
        </div>
        <div className={css.links}>
          {!limited && (
            <a
              className={css.guide}
              href={addressOf(tickets.download, { document: 'assistant-guide' })}
              target="_blank"
              rel="noopener"
            >
              {intro.guide}
            </a>
          )}
          {maySimulate && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setTrying(true)}>
              {trial.open}
            </Button>
          )}
        </div>
      </div>
      <Suspense fallback={null}>{trying && <StreamTrial onClose={() => setTrying(false)} />}</Suspense>
    </section>
  )
}

interface NoticeProps {
  readonly icon: typeof IconShieldLock
  readonly title: string
  readonly paragraphs: readonly string[]
}

const Notice = ({ icon: Icon, title, paragraphs }: NoticeProps) => (
  <div className={css.notice}>
    <h3 className={css.noticeTitle}>
      <Icon size={18} aria-hidden /> {title}
    </h3>
    {paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </div>
)
