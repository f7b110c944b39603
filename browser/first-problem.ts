import { type RefObject, useEffect, useState } from 'react'
import { topDialog } from '#ui/dialog-stack.ts'

/** Moves the focus to the first field with a problem, after the fields show their problems. */
export function useFirstProblem(form: RefObject<HTMLFormElement | null>): () => void {
  const [complaints, setComplaints] = useState(0)
  useEffect(() => {
    if (complaints > 0)
      (form.current ?? topDialog() ?? document)
        .querySelector<HTMLElement>('[aria-invalid="true"], [data-problem] button')
        ?.focus()
  }, [complaints, form])
  return () => setComplaints((before) => before + 1)
}
