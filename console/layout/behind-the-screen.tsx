import { keepAlertsOffButtons } from '#ui/alert-place.ts'
import { PaletteKey } from '../search/palette-key.tsx'
import { JobsNotice } from './jobs-notice.tsx'

/** Parts of every screen that no screen waits for. */
export const BehindTheScreen = () => (
  <>
    <JobsNotice />
    <PaletteKey />
  </>
)

// Once, however often the frame is shown.
keepAlertsOffButtons()
