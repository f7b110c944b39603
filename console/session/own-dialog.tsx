import { createPortal } from 'react-dom'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

interface Props {
  readonly what: 'password' | 'codes'
  readonly onClose: () => void
}

/** A dialog of the technician's own menu. Its heading is not part of the page. */
export const OwnDialog = ({ what, onClose }: Props) =>
  createPortal(
    what === 'password' ? <PasswordDialog onClose={onClose} /> : <RecoveryCodesDialog onClose={onClose} />,
    document.body,
  )
