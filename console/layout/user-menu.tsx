import { Button } from '@mantine/core'
import { IconKey, IconLifebuoy } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { LeaveButton } from '#browser/shell/leave-button.tsx'
import { AccountMenu } from '#ui/account-menu.tsx'
import { useMessages } from '../messages/index.ts'
import { useTechnician } from '../session/session-store.ts'
import { ownDialog } from './behind-the-first.ts'
import { OwnLanguageSwitch, leave } from './own-shell.ts'

/** The technician's name, the language, the password, the recovery codes and «Salir». */
export function UserMenu() {
  const { layout, passwordChange, secondFactor } = useMessages()
  const panel = useRef<HTMLDivElement>(null)
  const [changing, setChanging] = useState<'password' | 'codes' | null>(null)
  const change = (what: 'password' | 'codes') => {
    // Otherwise the focus would return to something hidden.
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
        <LeaveButton label={layout.logout} leave={leave} />
      </AccountMenu>
      {changing && (
        <Suspense>
          <ownDialog.Part what={changing} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </>
  )
}
