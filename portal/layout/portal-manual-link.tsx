import { Loader, VisuallyHidden } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { downloadPortalManual } from '#contract/portal-manual.ts'
import { addressOf, download } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useSavedFile } from '../use-saved-file.ts'
import styles from './portal-manual-link.module.css'

/** Saves the online support manual. It is made on demand, which may take a moment. */
export function PortalManualLink() {
  const { portalManual } = useMessages().pages
  const { busy, save } = useSavedFile(portalManual.failed)
  return (
    <>
      <a
        className={styles.link}
        href={addressOf(downloadPortalManual, {})}
        download={portalManual.fileName}
        aria-disabled={busy}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          save(() => download(downloadPortalManual, {}), portalManual.fileName)
        }}
      >
        {busy ? <Loader size={20} aria-hidden /> : <IconFileTypePdf size={20} stroke={1.7} aria-hidden />}
        {portalManual.download}
      </a>
      <VisuallyHidden role="status">{busy ? portalManual.downloading : ''}</VisuallyHidden>
    </>
  )
}
