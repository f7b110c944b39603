import type { ClientArea } from './account.ts'
import type { Area } from './ticket.ts'

/** What a ticket is about. */
interface Subject {
  readonly area: Area
  readonly module: number | null
}

/** Technical support is for everybody, the other areas for who has them. */
export const isAreaOffered = (area: Area, areas: readonly ClientArea[]): boolean =>
  area === 'technical' || areas.includes(area)

/** Whether a ticket of this area may be about the module: for technical support there are none of its own. */
export const isModuleOf = (area: Area, module: { readonly area: ClientArea }): boolean =>
  area === 'technical' || module.area === area

/** What a ticket cannot be about: an area that its client has not, a module that is not offered or is another area's. */
export const subjectProblems = (
  { area, module }: Subject,
  offered: {
    readonly areas: readonly ClientArea[]
    readonly modules: readonly { readonly number: number; readonly area: ClientArea }[]
  },
): Partial<Record<keyof Subject, 'not-offered'>> => ({
  ...(!isAreaOffered(area, offered.areas) && { area: 'not-offered' }),
  ...(module !== null &&
    !offered.modules.some((one) => one.number === module && isModuleOf(area, one)) && { module: 'not-offered' }),
})
