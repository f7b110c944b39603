import { Loader, VisuallyHidden } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { manuals } from '#contract/manuals.ts'
import { showAlert } from '#ui/alerts.tsx'
import { addressOf, download, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { saveFile } from '../save-file.ts'
import styles from './portal-manual-link.module.css'

/** Saves the online support manual. It is made on demand, which may take a moment. */
export function PortalManualLink() {
  const { portalManual } = useMessages().pages
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      saveFile(await download(manuals.downloadPortalManual, {}), portalManual.fileName)
    } catch (error) {
      showAlert('error', portalManual.failed(sentenceOf(error)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <a
        className={styles.link}
        href={addressOf(manuals.downloadPortalManual, {})}
        download={portalManual.fileName}
        aria-disabled={busy}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        {busy ? <Loader size={20} aria-hidden /> : <IconFileTypePdf size={20} stroke={1.7} aria-hidden />}
        {portalManual.download}
      </a>
      <VisuallyHidden role="status">{busy ? portalManual.downloading : ''}</VisuallyHidden>
    </>
  )
}
