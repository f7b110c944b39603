import { Button } from '@mantine/core'
import { IconKey, IconLifebuoy, IconLogout } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AccountMenu } from '#ui/account-menu.tsx'
import { showAlert } from '#ui/alerts.tsx'
import { part } from '#ui/part.tsx'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { logout } from '../session/session-check.ts'
import { useTechnician } from '../session/session-store.ts'
import { OwnLanguageSwitch } from './own-language-switch.tsx'

const PasswordDialog = part(async () => (await import('../session/password-dialog.tsx')).PasswordDialog).Part
const RecoveryCodesDialog = part(
  async () => (await import('../session/recovery-codes-dialog.tsx')).RecoveryCodesDialog,
).Part

/** The technician's name, the language, the password, the recovery codes and «Salir». */
export function UserMenu() {
  const { layout, passwordChange, secondFactor } = useMessages()
  const panel = useRef<HTMLDivElement>(null)
  const [changing, setChanging] = useState<'password' | 'codes' | null>(null)
  const change = (what: 'password' | 'codes') => {
    // So that the focus returns to something visible.
    panel.current?.hidePopover()
    setChanging(what)
  }
  const { name, username, role } = useTechnician()
  return (
    <>
      <AccountMenu
        compact
        panel={panel}
        label={layout.userMenuOf(name)}
        name={name}
        details={[`${username} · ${layout.role[role]}`]}
      >
        <OwnLanguageSwitch />
        <Button variant="default" leftSection={<IconKey size={18} aria-hidden />} onClick={() => change('password')}>
          {passwordChange.title}
        </Button>
        <Button variant="default" leftSection={<IconLifebuoy size={18} aria-hidden />} onClick={() => change('codes')}>
          {secondFactor.renew}
        </Button>
        <Button
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={() => {
            logout().catch((error: unknown) => showAlert('error', sentenceOf(error)))
          }}
        >
          {layout.logout}
        </Button>
      </AccountMenu>
      {changing &&
        // Its heading does not belong to the page.
        createPortal(
          <Suspense fallback={null}>
            {changing === 'password' ? (
              <PasswordDialog onClose={() => setChanging(null)} />
            ) : (
              <RecoveryCodesDialog onClose={() => setChanging(null)} />
            )}
          </Suspense>,
          document.body,
        )}
    </>
  )
}
