import { useState } from 'react'
import { showsOfficeTime } from '#contract/moment.ts'
import { useMessages } from '../messages/index.ts'
import { readerZone } from '../messages/reader-zone.ts'
import css from './office-time-note.module.css'

/** Names the zone of a screen's hours once, for readers in another zone. */
export function OfficeTimeNote() {
  const { officeTime } = useMessages().tickets
  const [now] = useState(() => new Date())
  if (showsOfficeTime(readerZone(), now)) return null
  return <p className={css.note}>{officeTime}</p>
}
