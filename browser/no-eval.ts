import * as z from 'zod/mini'

// zod tests whether it may compile code at run time; our content security policy reports even the attempt.
z.config({ jitless: true })
