import { Button } from '@mantine/core'
import { useState } from 'react'
import { CallFailed } from '#browser/client.ts'
import { LOGO_THEMES, type LogoTheme, consoleSettings } from '#contract/console/settings/settings.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { ChooseFile, base64Of } from '../forms/choose-file.tsx'
import masters from '../masters/masters.module.css'
import { SETTINGS, type SettingsNow } from './setting-form.tsx'
import { useSettingMessages } from './setting-messages.ts'
import styles from './settings-page.module.css'

/** The address of a picture by its stamp. */
export const logoAt = (stamp: string): string => `/public/logo?v=${stamp}`

const ACCEPTED = '.svg,.png,.webp'

/** The provider's logo in each theme; a chosen picture counts at once. */
export function LogoGroup({ now }: { now: SettingsNow }) {
  const words = useSettingMessages()
  return (
    <section className={styles.group} aria-label={words.groups.logo}>
      <div className={styles.head}>
        <h2>{words.groups.logo}</h2>
        <Badge tone={now.changed.includes('logo') ? 'good' : 'quiet'}>
          {now.changed.includes('logo') ? words.changedHere : words.fromFile}
        </Badge>
      </div>
      <div className={styles.logos}>
        {LOGO_THEMES.map((theme) => (
          <Logo key={theme} theme={theme} now={now} />
        ))}
      </div>
      <p className={masters.quiet}>{words.logoHint}</p>
    </section>
  )
}

function Logo({ theme, now }: { theme: LogoTheme; now: SettingsNow }) {
  const words = useSettingMessages()
  const name = words.logoOf[theme]
  const stamp = now.logo[theme]
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync, isPending } = useAct(consoleSettings.logo, [SETTINGS])
  const put = async (file: File | null) => {
    setProblem(null)
    const picture = file && (await base64Of(file).catch(() => null))
    if (file && picture === null) return setProblem(words.unreadable)
    try {
      await mutateAsync({ newest: now.newest, theme, picture })
      showAlert('success', words.saved(words.groups.logo))
    } catch (error) {
      setProblem((error instanceof CallFailed && error.fields['picture']) || sentenceOf(error))
    }
  }
  return (
    <div className={styles.logo}>
      <span className={styles.ground} data-theme={theme}>
        {stamp === null ? (
          <span>{theme === 'light' ? words.ownProducts : words.asInLight}</span>
        ) : (
          <img src={logoAt(stamp)} alt={name} />
        )}
      </span>
      <div className={styles.logoActs}>
        <strong>{name}</strong>
        <span className={styles.buttons}>
          <ChooseFile
            words={words.choose}
            label={words.chooseOf(name)}
            accept={ACCEPTED}
            busy={isPending}
            onFile={(file) => void put(file)}
          />
          {stamp !== null && (
            <Button
              size="xs"
              variant="default"
              disabled={isPending}
              aria-label={words.removeOf(name)}
              onClick={() => void put(null)}
            >
              {words.remove}
            </Button>
          )}
        </span>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      </div>
    </div>
  )
}
