import { recordAsserted } from './asserted.ts'

recordAsserted()
