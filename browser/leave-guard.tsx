import { useBlocker } from '@tanstack/react-router'
import { DiscardDialog } from '#ui/dialog.tsx'

/** Asks before a navigation, including Back, or a closed tab loses what was typed. */
export function LeaveGuard({
  dirty,
  keptAs,
  onDiscard,
  onKeep,
}: {
  dirty: boolean
  /** This property and the next as in a dialog. */
  keptAs?: 'draft' | 'here' | null | undefined
  onDiscard?: (() => void) | undefined
  onKeep?: (() => Promise<boolean>) | undefined
}) {
  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: dirty,
    disabled: !dirty,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  return (
    <DiscardDialog
      opened={blocked}
      keptAs={keptAs}
      onStay={() => blocked && blocker.reset()}
      onDiscard={() => {
        if (!blocked) return
        onDiscard?.()
        blocker.proceed()
      }}
      onKeep={onKeep}
      onKept={() => blocked && blocker.proceed()}
    />
  )
}
