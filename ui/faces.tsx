import { IconMoodCry, IconMoodEmpty, IconMoodHappy, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { useId } from 'react'
import css from './faces.module.css'

const FACES = [1, 2, 3, 4, 5] as const
export type Face = (typeof FACES)[number]

const ICONS = { 1: IconMoodCry, 2: IconMoodSad, 3: IconMoodEmpty, 4: IconMoodSmile, 5: IconMoodHappy }

interface Props {
  readonly legend: string
  readonly words: Readonly<Record<Face, string>>
  readonly value: Face | null
  readonly onChange: (face: Face) => void
}

/** Five faces from bad to good. Native radio buttons, so that the arrow keys work as usual. */
export function Faces({ legend, words, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={css.faces}>
      <legend className={css.legend}>{legend}</legend>
      <div className={css.row}>
        {FACES.map((face) => {
          const Icon = ICONS[face]
          return (
            <label key={face} className={css.face}>
              <input
                type="radio"
                className={css.input}
                name={name}
                value={face}
                checked={value === face}
                onChange={() => onChange(face)}
              />
              <Icon className={css.icon} size={40} stroke={1.5} aria-hidden />
              <span>{words[face]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
