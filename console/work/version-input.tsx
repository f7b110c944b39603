import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { TextFieldProps } from '#browser/form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { versionsQuery } from './work-queries.ts'

/** A version, usually the planned one: typed, or chosen from those with notes. */
export function VersionInput(field: TextFieldProps & { readonly label?: string }) {
  const { form: words } = useWorkMessages()
  const { data = [] } = useQuery(versionsQuery)
  const id = useId()
  return (
    <>
      <TextInput label={words.version} maxLength={10} list={id} autoComplete="off" {...field} />
      <datalist id={id}>
        {data.map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </datalist>
    </>
  )
}
