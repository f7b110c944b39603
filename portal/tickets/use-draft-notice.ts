import { useState } from 'react'
import type { DraftFile, StagedFile } from '#browser/staged-files.ts'
import type { AttachmentFiles } from './attachments.tsx'
import type { DraftNoticeProps } from './kept-draft.tsx'
import { type DraftContent, type KeptDraft, type Leaving, type SavedDraft, leavingOf } from './use-kept-draft.ts'

interface DraftForm<Fields> {
  readonly fields: Fields
  /** The stored form of the text. */
  readonly content: DraftContent
  /** The fields of a form that nobody has filled in. */
  readonly empty: Fields
  readonly put: (fields: Fields) => void
  readonly resumed: (content: DraftContent) => Fields
  readonly files: AttachmentFiles
  /** Whether anything is filled in. */
  readonly changed: boolean
  /** Whether it differs from the form's initial content. */
  readonly differs: boolean
}

/**
 * The notice of a form that may begin with a draft. It offers to discard the draft, to undo that, and to exchange it for another
 * version. It also supplies the question for those who leave.
 */
export function useDraftNotice<Fields>(
  saved: SavedDraft | null,
  kept: KeptDraft,
  { fields, content, empty, put, resumed, files, changed, differs }: DraftForm<Fields>,
): { readonly notice: DraftNoticeProps; readonly leaving: Leaving } {
  const [discarded, setDiscarded] = useState<{ fields: Fields; files: readonly DraftFile[] } | null>(null)
  const [other, setOther] = useState(saved?.other ?? null)
  const fill = (next: Fields, beside: readonly (DraftFile | StagedFile)[]) => {
    put(next)
    files.replace(beside)
  }
  return {
    notice: {
      savedAt: saved && !discarded ? saved.savedAt : null,
      onDiscard: () => {
        setDiscarded({ fields, files: files.list })
        fill(empty, [])
      },
      onUndo: discarded && !changed ? () => fill(discarded.fields, discarded.files) : null,
      isApart: kept.isApart,
      other: other && {
        savedAt: other.savedAt,
        onUse: () => {
          setOther({ content, files: files.staged, savedAt: new Date(), place: kept.swap(other.place) })
          fill(resumed(other.content), [...other.files, ...files.list.filter(({ staged }) => staged === null)])
        },
      },
    },
    leaving: leavingOf(kept, files, discarded ? changed : differs),
  }
}
