import { consoleInput, endpoint } from '../../endpoint.ts'
import { chosenUrgency } from '../../ticket-codec.ts'
import {
  boolean,
  consoleObject,
  count,
  inAddress,
  list,
  nullable,
  oneOf,
  optional,
  recordNumber,
  requiredText,
} from '../../wire.ts'
import { VIEWS, queueFilter, queueOrder } from './queue-filter.ts'

const savedView = recordNumber('saved-view')
const filter = consoleObject({ ...queueFilter, urgency: optional(chosenUrgency) })
const keptList = { view: oneOf(VIEWS), filter, order: queueOrder }
const name = requiredText(60)

/** A filter and order of the queue under a name: a technician's own, or the team's. */
export const listedSavedView = consoleObject({
  id: savedView,
  name,
  /** Everybody has it in the menu; only supervisors change it. */
  team: boolean,
  ...keptList,
  /** Null: views are not counted if they search words, ask for happenings, or include tickets that are over. */
  count: nullable(count),
})

export const consoleSavedViews = {
  list: endpoint({
    method: 'GET',
    path: '/console/saved-views',
    summary: "The team's saved views and one's own, with how many tickets each has",
    access: 'technician',
    input: consoleInput({}),
    data: list(listedSavedView),
  }),
  find: endpoint({
    method: 'GET',
    path: '/console/saved-views/find',
    summary: "The list that a saved view shows, a colleague's own as well: by its address it can be passed on",
    access: 'technician',
    input: consoleInput({ savedView: inAddress(savedView) }),
    data: consoleObject({ id: savedView, name, team: boolean, ...keptList }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/saved-views/create',
    summary: "Save a filter and order of the queue; supervisors save the team's as well. 30 of each at the most",
    access: 'technician',
    input: consoleInput({ name, team: optional(boolean), ...keptList }),
    data: consoleObject({ savedView }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/saved-views/change',
    summary: 'Give a saved view another name, or another filter and order',
    access: 'technician',
    input: consoleInput({ savedView, name, ...keptList }),
    data: consoleObject({ savedView }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/console/saved-views/remove',
    summary: 'Remove a saved view; its tickets stay as they are',
    access: 'technician',
    input: consoleInput({ savedView }),
    data: nullable(consoleObject({})),
  }),
}
