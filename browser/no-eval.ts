import * as z from 'zod/mini'

// zod tries out whether it may compile code at run time; under our content security policy the try alone is reported.
z.config({ jitless: true })
