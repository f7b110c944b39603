import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'

/** «Salir», in the person's menu. */
export const LeaveButton = ({ label, leave }: { label: string; leave: () => void }) => (
  <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} onClick={() => leave()}>
    {label}
  </Button>
)
