import { consoleApi } from '#contract/console/api.ts'
import { clientNow } from '#contract/console/clients.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { isEmail } from '#domain/contact-details.ts'
import { notFound } from '../../http/problems.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { type ClientForm, changeClient, clientNumbered, endSessionsOfClient, insertClient } from './client-store.ts'
import { changedMeanwhile, changesOf, trimmed, written, wrong } from './master-form.ts'

type Endpoints = typeof consoleApi.consoleClients
type Client = Data<Endpoints['view']>

export async function createsClient(input: Input<Endpoints['create']>, context: ConsoleContext): Promise<Client> {
  await addsClient(input, context)
  return written(await clientNumbered(context.tx, input.code))
}

/** Creates a client, from the form or from a line of a file. */
export async function addsClient(
  { code, ...typed }: Input<Endpoints['create']>,
  context: ConsoleContext,
): Promise<void> {
  const { tx, sentences, note } = context
  const form = checked(typed, context)
  if (!(await insertClient(tx.of(code), form))) throw wrong({ code: sentences.master['code-taken']() })
  await note({ client: code, details: { ...form } })
}

export async function changesClient(input: Input<Endpoints['change']>, context: ConsoleContext): Promise<Client> {
  const { client, active, secondFactorRequired, revision, ...typed } = input
  const { tx, note } = context
  const form = checked(typed, context)
  const before = await clientNumbered(tx, client)
  if (!before) throw notFound()
  const changed = await changeClient(tx.of(client), { ...form, active, secondFactorRequired, revision })
  const after = written(await clientNumbered(tx, client))
  if (!changed) throw changedMeanwhile(clientNow, { current: after })
  if (!active) await endSessionsOfClient(tx.of(client))
  await note({
    client,
    details: changesOf(consoleApi.consoleClients.change, before, after, ['client']),
  })
  return after
}

function checked(typed: ClientForm, { sentences }: ConsoleContext): ClientForm {
  const form = trimmed(typed)
  if (form.email !== '' && !isEmail(form.email)) throw wrong({ email: sentences.field['bad-email']() })
  return { ...form, areas: [...new Set(form.areas)] }
}
