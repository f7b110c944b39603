import { useBlocker } from '@tanstack/react-router'
import { DiscardDialog } from '#ui/dialog.tsx'

/** Asks before a navigation, Back included, or a closed tab takes away what was typed. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: dirty,
    disabled: !dirty,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  const stay = () => blocked && blocker.reset()
  return (
    <DiscardDialog
      opened={blocked}
      onStay={stay}
      onDiscard={() => blocked && blocker.proceed()}
      // Nothing is offered to be kept.
      onKept={stay}
    />
  )
}
