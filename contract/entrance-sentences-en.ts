import type { EntranceSentences } from './sentences-es.ts'

export const entranceSentencesEn: EntranceSentences = {
  field: {
    required: () => 'Required',
    blank: () => 'It cannot consist of spaces only',
    'blank-password': () => 'The password cannot consist of spaces only',
    'too-short': (min) => `At least ${min} characters`,
    'too-long': (max) => `At most ${max} characters`,
    'bad-email': () => 'Not a valid e-mail address',
    'bad-phone': () => 'It must be a telephone number',
    'common-password': () => 'It is one of the most used passwords: choose another',
    'not-repeated': () => 'The passwords must match',
    'not-offered': () => 'Not one of the options',
    unreadable: () => 'It contains characters that cannot be stored',
  },

  session: {
    needed: () => 'You need to log in to see this page',
    'wrong-password': () => 'Wrong user or password',
    'wrong-mail-code': () => 'The code is wrong or no longer valid',
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
