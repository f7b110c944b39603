import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { session } from '#contract/session.ts'
import { type DataChangeRequest, MAX_REQUEST_TEXT, dataChangeProblems } from '#domain/personal-data.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { focusFirstProblem } from './form-focus.ts'
import { ownDetailsQuery } from './own-data-queries.ts'

export interface DataRequestForm {
  readonly form: RefObject<HTMLFormElement | null>
  readonly request: Required<{ [Field in keyof DataChangeRequest]: NonNullable<DataChangeRequest[Field]> }>
  readonly sending: boolean
  readonly dirty: boolean
  readonly problemOf: (field: keyof DataChangeRequest) => string | undefined
  readonly change: (part: Partial<DataRequestForm['request']>) => void
  readonly submit: () => Promise<void>
}

const EMPTY = { text: '', acceptsPrivacy: false }

/** Asking the provider to change personal data (spec §5, Password and personal data). */
export function useDataRequest(): DataRequestForm {
  const { shared } = useMessages()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [request, setRequest] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const key = useRef<string>(null)
  const problems = dataChangeProblems(request)

  const problemOf = (field: keyof DataChangeRequest): string | undefined => {
    const problem = tried ? problems[field] : undefined
    switch (problem) {
      case undefined:
        return undefined
      case 'privacy':
        return shared.session.privacy()
      case 'too-long':
        return shared.field['too-long'](MAX_REQUEST_TEXT)
      case 'required':
      case 'blank':
        return shared.field[problem]()
    }
  }

  const submit = async () => {
    if (sending) return
    if (Object.keys(problems).length > 0) {
      setTried(true)
      showAlert('error', problems.text ? shared.session['check-fields']() : shared.session.privacy())
      focusFirstProblem(form)
      return
    }
    setSending(true)
    try {
      // The same key until it has arrived, so that a lost response does not create two requests.
      key.current ??= crypto.getRandomValues(new Uint32Array(4)).join('-')
      await call(session.requestDataChange, { request }, { idempotencyKey: key.current })
      key.current = null
      setRequest(EMPTY)
      setTried(false)
      showAlert('success', shared.confirmation['data-change-requested']())
      void client.invalidateQueries({ queryKey: ownDetailsQuery.queryKey })
    } catch (error) {
      showAlert('error', sentenceOf(error))
    } finally {
      setSending(false)
    }
  }

  return {
    form,
    request,
    sending,
    dirty: request.text !== '' || request.acceptsPrivacy,
    problemOf,
    change: (part) => {
      // Another text is another request.
      key.current = null
      setRequest({ ...request, ...part })
    },
    submit,
  }
}
