import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconFileDownload,
  IconMessageQuestion,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { incidents } from '#contract/incidents.ts'
import { useNow } from '#browser/live/use-now.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingState } from '#ui/states.tsx'
import { download } from '../api.ts'
import { NotRead } from '../lists/not-read.tsx'
import { useValuationMessages } from '../messages/valuations.ts'
import { useSavedFile } from '../use-saved-file.ts'
import { type ValuationView, valuationQuery } from './option-queries.ts'
import { AskDialog, DecideDialog, UndoDialog } from './valuation-acts.tsx'
import { ValuationContent } from './valuation-content.tsx'

type Act = 'accepted' | 'rejected' | 'ask' | 'renew' | 'undo'

/** One valuation: its offer, decision and questions, with the acts to decide, to undo, and to ask. */
export function ValuationDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const words = useValuationMessages()
  const { data, error, isFetching, refetch } = useQuery(valuationQuery(number))
  /** The offer as it was read. If Support changes it meanwhile, the server says so. */
  const [begun, setBegun] = useState<{ readonly act: Act; readonly view: ValuationView } | null>(null)
  const stop = () => setBegun(null)
  return (
    <>
      <Dialog
        opened
        leave="back"
        printable
        title={words.heading(number)}
        onClose={onClose}
        footer={data && <Acts view={data} onAct={(act) => setBegun({ act, view: data })} />}
      >
        {data ? (
          <ValuationContent view={data} pdf={<PdfButton number={number} />} />
        ) : error ? (
          <NotRead
            error={error}
            failed={words.failed}
            hint={words.notThere}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState label={words.loading} />
        )}
      </Dialog>
      {begun && <Begun {...begun} onClose={stop} />}
    </>
  )
}

function Begun({ act, view, onClose }: { act: Act; view: ValuationView; onClose: () => void }) {
  if (act === 'undo') return <UndoDialog view={view} onClose={onClose} />
  if (act === 'ask' || act === 'renew') return <AskDialog view={view} renews={act === 'renew'} onClose={onClose} />
  return <DecideDialog view={view} decision={act} pdf={<PdfButton number={view.number} />} onClose={onClose} />
}

function PdfButton({ number }: { number: number }) {
  const words = useValuationMessages()
  const { busy, save } = useSavedFile(words.pdf.failed)
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      leftSection={<IconFileDownload size={18} aria-hidden />}
      onClick={() =>
        save(() => download(incidents.valuationPdf, { valuation: number }), `${words.heading(number)}.pdf`)
      }
    >
      {words.pdf.save}
    </Button>
  )
}

function Acts({ view, onAct }: { view: ValuationView; onAct: (act: Act) => void }) {
  const words = useValuationMessages()
  const now = useNow()
  const { mayDecide, mayAsk, mayUndo, undoableUntil, expired, decision } = view
  const isUndoable = mayUndo && undoableUntil !== null && now < undoableUntil
  return (
    <>
      {mayAsk && (
        <Button
          variant="default"
          leftSection={<IconMessageQuestion size={18} aria-hidden />}
          onClick={() => onAct('ask')}
        >
          {words.act.ask}
        </Button>
      )}
      {isUndoable && (
        <Button variant="default" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={() => onAct('undo')}>
          {words.act.undo}
        </Button>
      )}
      {mayAsk && expired && decision === null && (
        <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => onAct('renew')}>
          {words.act.renew}
        </Button>
      )}
      {mayDecide && (
        <>
          <Button variant="default" leftSection={<IconX size={18} aria-hidden />} onClick={() => onAct('rejected')}>
            {words.act.rejected}
          </Button>
          <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={() => onAct('accepted')}>
            {words.act.accepted}
          </Button>
        </>
      )}
    </>
  )
}
