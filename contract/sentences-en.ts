import { momentIn } from './moment.ts'
import type { Sentences } from './sentences-es.ts'

export const en: Sentences = {
  refusal: {
    'ticket-closed': () => 'Support has closed the ticket already',
    'ticket-open': () => 'Support has not closed the ticket yet',
    'awaiting-answer': () => 'You can reply once Support has answered or asked for more information',
    'answered-by-support': () => 'Support has already answered: reply instead of chasing',
    'claimed-recently': (again, zone) =>
      again ? `You can chase again ${momentIn('en', again, zone)}` : 'You have already chased within the last 24 hours',
    'claims-exhausted': () => 'You have chased three times in a row: Support has your claim and owes you an answer',
    'already-accepted': () => 'This ticket is over: it is in the history',
    'incident-undelivered': () => 'The linked incident has not been delivered yet',
    'incident-not-claimable': () => 'In its present state this incident cannot be chased',
    'incident-claimed-recently': (again, zone) =>
      again
        ? `You can chase again ${momentIn('en', again, zone)}`
        : 'This incident has already been chased within the last 24 hours',
    'incident-claims-exhausted': () => 'This incident has been chased three times already: Support has your claims',
  },
  field: {
    required: () => 'Required',
    blank: () => 'It cannot consist of spaces only',
    'blank-password': () => 'The password cannot consist of spaces only',
    'too-short': (min) => `At least ${min} characters`,
    'too-long': (max) => `At most ${max} characters`,
    'bad-email': () => 'Not a valid e-mail address',
    'bad-phone': () => 'It must be a telephone number',
    'not-repeated': () => 'The passwords must match',
    'not-offered': () => 'Not one of the options',
    unreadable: () => 'It contains characters that cannot be stored',
  },
  file: {
    'too-many': (max) => `At most ${max} files can be attached`,
    'name-too-long': () => 'The file name is too long',
    empty: () => 'The file is empty',
    'bad-format': () => 'The file format is not valid',
    'type-not-allowed': () => 'Only jpg, pdf, png, Excel or Word files',
    'too-large': (bytes) => `The file cannot be larger than ${bytes} bytes`,
    'images-only': () => 'Only images are accepted',
    missing: () => 'One of the files is no longer available: please attach it again',
  },
  ticket: {
    'no-installation': () => 'The ticket cannot be created: the user has no installation code',
    'no-company': () => 'The ticket cannot be created: the user has no company',
    'incident-needs-file': () => 'An incident needs supporting documents',
    'check-fields': () => 'Check the fields in red',
    'create-failed': () => 'The ticket could not be sent',
    'reply-failed': () => 'The reply could not be sent',
    'accept-failed': () => 'Your acceptance could not be recorded',
    'claim-failed': () => 'The claim could not be sent',
    'upload-failed': () => 'There was an error uploading the documents',
  },
  /** Where a development has been installed, and on which day: `12/10`. */
  development: {
    'installed-in-test': (day) => `Test database ${day}`,
    'installed-in-production': (day) => `Production database ${day}`,
  },

  session: {
    needed: () => 'You need to log in to see this page',
    'wrong-password': () => 'Wrong user or password',
    'only-from-installation': () => 'Access is only from your installation',
    'entry-refused': () => 'The access is not correct, you have not been logged in',
    'other-session': () => 'Another person has a session open in this browser',
    'role-missing': () => 'Your user has no access to this page',
    'no-installation': () => 'The user has no installation code',
    'check-fields': () => 'Please check the fields in red',
    'current-password-wrong': () => 'The current password is not right',
    'no-password': () => 'Your user has no password: you enter from your installation',
    'link-refused': () => 'This link is not correct, was used already or has expired: ask Support for another one',
    privacy: () => 'You must accept the privacy policy to have your data changed',
  },
  support: {
    'ticket-over': () => 'This ticket is over: it cannot be changed',
    'merge-itself': () => 'It is the same ticket',
    'already-merged': () => 'That ticket has been joined to another already',
    'merge-other-client': () => 'Only tickets of the same client can be joined',
    'merge-other-audience': () => 'They cannot be joined: not everybody who sees one of them may see the other',
    'written-meanwhile': () => 'Somebody has written meanwhile: read what is new before you send',
    'assigned-meanwhile': (name) =>
      name === null ? 'Meanwhile nobody has it any more' : `Meanwhile ${name} has taken it`,
    'not-called': () => 'Nobody waits for a call about this ticket',
    'module-of-other-area': () => 'That module does not belong to that application',
    'area-not-theirs': () => 'The client does not have that application',
  },

  console: {
    'wrong-code': () => 'The code is not right',
    'second-factor-set': () => 'You have a second factor already: a supervisor can reset it',
    'last-supervisor': () => 'This is the last active supervisor: appoint another one first',
    'name-taken': () => 'That user name exists already',
    'subject-taken': () => 'That identity belongs to another technician',
    'bad-username': () => '2 to 100 lower-case letters without accents, digits, dots or hyphens',
    'no-administrator': () => 'Only administrators of the client have a password',
  },
  confirmation: {
    'password-changed': () => 'The password was changed successfully',
    'data-change-requested': () => 'We have received your request to change your data. We will contact you shortly',
  },
  call: {
    'not-found': () => 'What you are looking for was not found',
    'bad-request': () => 'The request is not correct',
    'other-site': () => 'The request comes from another site',
    'too-many': () => 'Too many requests: wait a moment',
    'too-large': () => 'The request is too large',
    'key-reused': () => 'This request was already sent with other data',
    unavailable: () => 'The service is not available right now: try again in a few seconds',
    unexpected: () => 'Something unexpected went wrong: we are looking into it',
    unreachable: () => 'There was an error connecting to the server',
  },
}
