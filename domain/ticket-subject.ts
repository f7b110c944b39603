import type { ClientArea } from './account.ts'
import type { Area } from './ticket.ts'

/** A ticket's area and module. */
interface Subject {
  readonly area: Area
  readonly module: number | null
}

/** Everybody gets technical support; other areas need the product. */
export const isAreaOffered = (area: Area, areas: readonly ClientArea[]): boolean =>
  area === 'technical' || areas.includes(area)

/** Whether a ticket of this area may concern the module: technical support has no modules of its own. */
export const isModuleOf = (area: Area, module: { readonly area: ClientArea }): boolean =>
  area === 'technical' || module.area === area

/** Subjects to refuse: an area that the client lacks, or a module that is not on offer or belongs to another area. */
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
