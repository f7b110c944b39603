// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { alertsNow } from '#ui/alert-store.ts'
import { CallFailed } from './client.ts'
import { type FormRules, formsOf } from './form.ts'

const useForm = formsOf({
  sentenceOf: (error) => (error instanceof Error ? error.message : 'unexpected'),
  checkFields: () => 'Look at the fields',
})

interface Written {
  readonly name: string
  readonly code: string
}

interface Props extends FormRules<Written> {
  readonly act: (fields: Written) => Promise<string>
  readonly onDone?: (data: string) => void
}

function Form({ act, onDone = () => undefined, ...rules }: Props) {
  const form = useForm<Written>({ name: '', code: '' }, rules)
  const { error: nameProblem, ...name } = form.text('name')
  const { error: codeProblem, ...code } = form.text('code')
  return (
    <form onSubmit={form.onSubmit(() => void form.send(() => act(form.fields), onDone))}>
      <input aria-label="name" aria-invalid={nameProblem !== undefined} {...name} onBlur={() => form.leave('name')} />
      <span>{nameProblem}</span>
      <input aria-label="code" aria-invalid={codeProblem !== undefined} {...code} />
      <span>{codeProblem}</span>
      <output>{[form.dirty && 'dirty', form.busy && 'busy'].filter(Boolean).join(' ')}</output>
      <button type="submit">Send</button>
      <button type="button" onClick={() => form.reset({ name: 'As it is now', code: '' })}>
        Reset
      </button>
    </form>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const send = () => fireEvent.click(screen.getByText('Send'))
const state = () => screen.getByRole('status').textContent
const lastAlert = () => alertsNow().at(-1)?.text

afterEach(cleanup)

test('is sent once, however often Enviar is pressed, and may be sent again afterwards', async () => {
  let answer = (_data: string) => undefined as void
  const act = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
  const onDone = vi.fn()
  render(<Form act={act} onDone={onDone} />)
  type('name', 'Ada')
  send()
  send()
  fireEvent.submit(field('name'))
  expect(act).toHaveBeenCalledTimes(1)
  expect(state()).toBe('dirty busy')
  answer('done')
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('done'))
  expect(state()).toBe('dirty')
  send()
  expect(act).toHaveBeenCalledTimes(2)
})

test('shows a refusal of the server at its field, leads there, keeps the typed text, and hides the refusal once the field changes', async () => {
  const act = vi.fn(() => Promise.reject(new CallFailed(400, 'Not so', { fields: { code: 'No such code' } })))
  const onDone = vi.fn()
  render(<Form act={act} onDone={onDone} />)
  type('name', 'Ada')
  type('code', '12')
  send()
  await screen.findByText('No such code')
  expect(document.activeElement).toBe(field('code'))
  expect(lastAlert()).toBe('Not so')
  expect([field('name').value, field('code').value, state()]).toEqual(['Ada', '12', 'dirty'])
  type('name', 'Ada L.')
  expect(screen.queryByText('No such code')).not.toBeNull()
  type('code', '3')
  expect(screen.queryByText('No such code')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('sends nothing that the browser knows to be wrong; says so after a try, or once the field was left', () => {
  const act = vi.fn(() => Promise.resolve('done'))
  const check = ({ name, code }: Written) => ({
    name: name === '' ? 'Wanted' : null,
    code: code.length > 2 ? 'Too long' : undefined,
  })
  render(<Form act={act} check={check} />)
  expect(screen.queryByText('Wanted')).toBeNull()
  type('code', '123')
  fireEvent.blur(field('name'))
  expect(screen.queryByText('Wanted')).not.toBeNull()
  expect(screen.queryByText('Too long')).toBeNull()
  send()
  expect(act).not.toHaveBeenCalled()
  expect(lastAlert()).toBe('Look at the fields')
  expect(document.activeElement).toBe(field('name'))
  type('name', 'Ada')
  expect(screen.queryByText('Wanted')).toBeNull()
  type('code', '12')
  send()
  expect(act).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', code: '12' })
})

test('reports nothing after the person has left', async () => {
  let answer = (_data: string) => undefined as void
  const onDone = vi.fn()
  const { unmount } = render(<Form act={() => new Promise((resolve) => (answer = resolve))} onDone={onDone} />)
  send()
  unmount()
  answer('done')
  await Promise.resolve()
  expect(onDone).not.toHaveBeenCalled()
})

test('begins anew, clean', async () => {
  render(<Form act={() => Promise.reject(new CallFailed(400, 'Not so', { fields: { name: 'Wrong' } }))} />)
  type('name', 'Ada')
  send()
  await screen.findByText('Wrong')
  fireEvent.click(screen.getByText('Reset'))
  expect([field('name').value, state(), screen.queryByText('Wrong')]).toEqual(['As it is now', '', null])
})
