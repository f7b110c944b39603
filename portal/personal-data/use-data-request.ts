import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actKey } from '#browser/act-key.ts'
import { ownData } from '#contract/own-data.ts'
import type { CustomerSentences } from '#contract/sentences-es.ts'
import { type DataChangeProblem, MAX_REQUEST_TEXT, dataChangeProblems } from '#domain/personal-data.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useForm } from '../use-form.ts'
import { ownDetailsQuery } from './own-data-queries.ts'

export type DataRequestForm = ReturnType<typeof useDataRequest>

interface Written {
  readonly text: string
  readonly acceptsPrivacy: boolean
}

const EMPTY: Written = { text: '', acceptsPrivacy: false }

/** Asking the provider to change personal data (spec §5, Password and personal data). */
export function useDataRequest() {
  const { shared } = useMessages()
  const client = useQueryClient()
  const [key] = useState(actKey)
  const form = useForm(EMPTY, {
    check: (request) => requestProblems(request, shared),
    says: ({ text }) => (text === undefined ? shared.session.privacy() : shared.session['check-fields']()),
  })
  const send = async () => {
    try {
      await call(ownData.requestDataChange, { request: form.fields }, { idempotencyKey: key.now() })
      key.answered(null)
    } catch (error) {
      key.answered(error)
      throw error
    }
  }
  const onDone = () => {
    form.reset(EMPTY)
    showAlert('success', shared.confirmation['data-change-requested']())
    void client.invalidateQueries({ queryKey: ownDetailsQuery.queryKey })
  }
  return {
    form,
    change: (part: Partial<Written>) => {
      // A changed text is another request.
      key.renew()
      form.set(part)
    },
    onSubmit: form.onSubmit(() => void form.send(send, onDone)),
  }
}

function requestProblems(request: Written, shared: CustomerSentences) {
  const { text, acceptsPrivacy } = dataChangeProblems(request)
  return {
    text: text && sentenceOf(text, shared),
    acceptsPrivacy: acceptsPrivacy && sentenceOf(acceptsPrivacy, shared),
  }
}

function sentenceOf(problem: DataChangeProblem, { session: said, field }: CustomerSentences): string {
  switch (problem) {
    case 'privacy':
      return said.privacy()
    case 'too-long':
      return field['too-long'](MAX_REQUEST_TEXT)
    case 'required':
    case 'blank':
      return field[problem]()
  }
}
