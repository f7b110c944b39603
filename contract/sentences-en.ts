import { entranceSentencesEn } from './entrance-sentences-en.ts'
import { supportSentencesEn } from './console/support-sentences-en.ts'
import { momentIn } from './moment.ts'
import type { Sentences, Translated, customerSentencesEs } from './sentences-es.ts'

export const customerSentencesEn: Translated<typeof customerSentencesEs> = {
  refusal: {
    'ticket-closed': () => 'Support has closed the ticket already',
    'ticket-open': () => 'The ticket is not closed by Support',
    'awaiting-answer': () => 'You can reply once Support has answered or asked for more information',
    'answered-by-support': () => 'Support has already answered: reply instead of chasing',
    'conversation-open': () => 'This is a conversation with the assistant: go on with it, or send it to Support',
    'claimed-recently': (again, zone) =>
      again ? `You can chase again ${momentIn('en', again, zone)}` : 'You have already chased within the last 24 hours',
    'claims-exhausted': () => 'You have chased three times in a row: Support has your claim and owes you an answer',
    'already-accepted': () => 'This ticket is over: it is in the history',
    'incident-undelivered': () => 'The linked incident has not been delivered yet',
    'not-by-silence': () => 'This ticket was not accepted by silence',
    'silence-final': () => 'More than 30 days have passed: open a related ticket',
    'incident-not-claimable': () => 'In its present state this incident cannot be chased',
    'incident-claimed-recently': (again, zone) =>
      again
        ? `You can chase again ${momentIn('en', again, zone)}`
        : 'This incident has already been chased within the last 24 hours',
    'incident-claims-exhausted': () => 'This incident has been chased three times already: Support has your claims',
  },
  file: {
    'too-many': (max) => `At most ${max} files can be attached`,
    'name-too-long': () => 'The file name is too long',
    empty: () => 'The file is empty',
    'bad-format': () => 'The file format is not valid',
    'type-not-allowed': (also) =>
      also.length === 0
        ? 'Only jpg, pdf, png, Excel or Word files'
        : `Only jpg, pdf, png, Excel, ${['Word', ...also.slice(0, -1)].join(', ')} or ${also.at(-1)} files`,
    'too-large': (bytes) => `The file cannot be larger than ${bytes} bytes`,
    'images-only': () => 'Only images are accepted',
    infected: () => 'The file contains a virus: it was not sent',
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
    'accepted-by-silence': () => 'Accepted by silence',
  },

  confirmation: {
    'password-changed': () => 'The password was changed successfully',
    'password-link-asked': () =>
      'If there is a user with that name or address, a mail with a link to set another password will arrive in a few minutes. It is valid for an hour',
    'data-change-requested': () => 'We have received your request to change your data. We will contact you shortly',
  },
}

/** The urgencies, by their letters. */
export const urgencyEn = {
  '1': 'Very low',
  '2': 'Low',
  '3': 'Normal',
  '4': 'High',
  '5': 'Very high',
  '6': 'Blocking',
  N: 'N',
  A: 'A',
  M: 'M',
  B: 'B',
}

export const en: Sentences = {
  ...entranceSentencesEn,
  ...customerSentencesEn,
  /** Where a development has been installed, and on which day: `12/10`. */
  request: {
    'no-mail-server': () => 'This portal sends no mail: ask Support for the link',
    /** `reference`: of the request in the log. */
    unexpected: (reference) => `Something unexpected went wrong: we are looking into it (reference ${reference})`,
    'bad-parameters': (parameters) => `The request is not correct: check ${parameters}`,
    'too-many-rows': (most) =>
      `The list has more than ${new Intl.NumberFormat('en').format(most)} tickets: narrow the filter’s dates to export it`,
    'draft-elsewhere': () => 'This draft was saved later from somewhere else: it was not overwritten',
    'too-many-for-now': (minutes) => `Too many requests: wait ${minutes} minutes`,
  },

  report: {
    'too-many-readers': (most) => `The report can go to at most ${most} people: remove somebody first`,
  },

  development: {
    'installed-in-test': (day) => `Test database ${day}`,
    'installed-in-production': (day) => `Production database ${day}`,
  },
  store: {
    full: () => 'There is no room to keep this now: nothing was saved. Please try again later',
    'file-missing': () => 'This file is no longer available: please tell Support',
    'file-waiting': () => 'This file is being checked: try again in a few minutes',
    'file-infected': () => 'This file contains a virus: it cannot be opened. Please tell Support',
    'person-quota': () => 'You have sent too many files today: try again tomorrow or tell Support',
    'technician-quota': () => 'You have sent too many files today: try again tomorrow or tell a supervisor',
    'client-quota': () => 'Your company has sent too many files today: try again tomorrow or tell Support',
  },

  /** The second factor of an administrator who logs in by hand. */
  secondFactor: {
    'code-wanted': () => 'Type the code of your app',
    'wrong-code': () => 'The code is not right',
    missing: () => 'Your company asks for a second factor: set it up to enter',
    set: () => 'You have a second factor already',
    'none-set': () => 'You have no second factor',
    required: () => 'Your company asks for a second factor: it cannot be removed',
  },

  support: supportSentencesEn,
  urgency: urgencyEn,

  joining: {
    urgency: (joined, from, to) => `Joining ticket ${joined} has changed the urgency from “${from}” to “${to}”.`,
    promise: (joined) => `The promise to answer ticket ${joined} holds, which is earlier.`,
    'promise-anew': () => 'Something was asked after the last answer: an answer is promised anew.',
  },

  assistant: {
    'conversation-over': () => 'This conversation is over',
    'still-answering': () => 'Your question is still being answered, wait a few seconds',
    'exchanges-exhausted': () => 'You have reached the most questions that a conversation may have',
    'has-ticket': () => 'This conversation has its ticket already',
    'no-ticket': () => 'This conversation has no ticket yet',
    'nothing-new': () => 'All that was said is in the ticket already',
    'nothing-asked': () => 'You have not asked anything yet',
    'nothing-answered': () => 'Your last question has no answer',
    'ticket-has-more': () =>
      'The ticket has messages that are no part of this conversation: go on in it, under My tickets and incidents',
    'too-many-questions': () =>
      'You have asked many questions in a short time: wait a little, or send yours to Support',
    'connection-failed': (name) => `There was an error in the connection with ${name}. Please try again later.`,
    'still-needs-help': () => 'I still need help',
    abandoned: () => 'Unfinished conversation: closed by itself after a while without activity',
    answer: () => 'This is what the manuals say, in Spanish:',
    example: (quote) => `Example: ${quote}`,
    offer: () => 'I have not found an exact answer in the manuals. These sections, in Spanish, may help you:',
    'offer-person': () => 'If they do not, you can send your question to Support: a person will answer.',
    refuse: () =>
      'I have found nothing about this in the manuals. You can send your question to Support: a person will answer.',
  },

  work: {
    'same-state': () => 'It is in that state already',
    'same-date': () => 'It is planned for that day already',
    'already-done': () => 'That stage is past',
    'already-in-test': () => 'It is in the test database, and the customer has not yet said whether it works',
    'already-in-production': () => 'It is in the live database already',
    'ended-without-delivery': () => 'It ended without delivery: change its state first',
    'not-in-test': () => 'Only what is installed in the test database can be validated',
    'already-validated': () => 'Somebody has said already whether it works: Support has the answer',
    'already-decided': () => 'This estimate has been accepted or rejected already',
    'valuation-closed': () => 'This estimate is no longer in progress',
    'valuation-changed': () =>
      'Support changed this estimate while you read it: see what it offers now before you decide',
    'valuation-expired': () => 'This estimate has expired: you can ask for it to be renewed',
    'not-decided': () => 'This estimate is undecided',
    'work-begun': () => 'The work has begun: the decision cannot be undone',
    'undo-too-late': () => 'It can be undone for one hour only: talk to Support',
  },
  workForm: {
    'changed-meanwhile': () => 'Somebody has changed it in the meantime',
    'check-fields': () => 'Check the marked fields',
    'reason-needed': () => 'Say why: the customer will read it',
    'in-the-future': () => 'It cannot be after today',
    'before-it-was-raised': () => 'It cannot be before it was raised',
    'of-incidents-alone': () => 'Only incidents have that',
    'of-developments-alone': () => 'Only developments have that',
    'bad-version': () => 'A V and three digits, such as V031, or a release of it, such as V031.4',
    'other-client': () => 'Only tickets of the same client can be linked',
    'already-linked': () => 'It is linked to that ticket already',
    'not-linked': () => 'It is not linked to that ticket',
    'below-nothing': () => 'The total cannot be below zero',
    'day-is-over': () => 'It must be today or later',
    'what-fails': () => 'Tell what does not work',
    question: (valuation, description) => `Question about estimate ${valuation}: ${description}`,
  },
  problem: {
    mended: ({ problem, title, version }) =>
      `Problem ${problem}, “${title}”, which affects you, is fixed in version ${version}.`,
    'incident-of-other': (problem) => `That incident is already one of problem ${problem}`,
    'not-its-incident': () => 'That incident is not one of this problem',
    'too-many': (most) => `A problem has at most ${most} incidents`,
    'already-joined': () => 'Those tickets are of a problem already',
    'ticket-has-one': (incident) => `That ticket already has incident ${incident} of this problem`,
    discarded: () => 'The problem is discarded',
    'too-long': () => "With some client's data the text is too long",
  },

  console: {
    'mail-sorted': () => 'Somebody has sorted this mail already',
    'mail-of-nobody': () => 'Nobody knows which client it is from: add it to a ticket',
    'mail-of-other-client': () => 'That ticket is another client’s',
    'mail-ticket-closed': () => 'That ticket is closed: make a new one',
    'key-refused': () => 'The API key is not valid: it does not exist, has expired or was revoked',
    'wrong-code': () => 'The code is not right',
    'begin-again': () => 'Too much time has passed: log in again with the company account',
    'no-pdf': () => 'This server cannot make PDF documents: read the text on the screen',
    'no-second-factor': () => 'You have no second factor for which recovery codes could stand in',
    'enters-without-password': () =>
      "You enter without a password, by the company's account: a supervisor can reset your second factor",
    'second-factor-set': () => 'You have a second factor already: a supervisor can reset it',
    'last-supervisor': () => 'This is the last active supervisor: appoint another one first',
    'name-taken': () => 'That user name exists already',
    'subject-taken': () => 'That identity belongs to another technician',
    'email-taken': () => 'That address belongs to another technician',
    'bad-username': () => '2 to 100 lower-case letters without accents, digits, dots or hyphens',
    'no-administrator': () => 'Only administrators of the client have a password',
    'no-mail-address': () => 'This contact has no mail address: add one first, because the link leaves by mail alone',
    'own-request': () => 'You asked for it yourself: another supervisor has to approve it',
    'one-hand': () =>
      'In the 90 days before, one of you gave the other access, or one person gave it to both: another supervisor has to approve it',
    'password-by-link': ({ at, phone, email }) =>
      `Your password was changed ${at} by a link from Support. If that was not you, call Support now (${phone} · ${email}) and change it in “My details”.`,
    'second-factor-reset': ({ at, phone, email }) =>
      `Support took away your second factor ${at}. If you did not ask for that, call Support now (${phone} · ${email}). You can set it up again in “My details”.`,
    'links-just-mailed': () => 'A link was mailed there a moment ago: wait a minute, or an hour after three',
    'secret-gone': () => 'Its link or code is gone: another one has to be asked for',
    withheld: () => 'It was not sent on purpose: nor is it by hand',
    'being-sent': () => 'It is being sent right now',
    'resent-just-now': () => 'Somebody sent it again less than ten minutes ago',
    'resent-too-often': () => 'It has been sent again five times: reach the customer another way',
  },
  /** The problems of a master's form, or of the moment it was sent. */
  master: {
    'changed-meanwhile': () => 'Somebody has changed it in the meantime',
    'code-taken': () => 'That code exists already',
    'number-taken': () => 'That number exists already',
    'module-taken': () => 'There is a module of that name already',
    'bad-code': () => 'Letters, digits, dots and hyphens, without spaces',
    'bad-topic': () => 'Lower-case letters without accents, digits and hyphens',
    'bad-places': () => 'One of the installations or companies is not the client’s',
    'two-keys': () => 'Two keys are in force already: revoke one first',
    'key-ended': () => 'That key is no longer in force',
    'bad-public-key': () => 'Must be an Ed25519 public key: 32 bytes as base64url',
    'old-until': () => 'A moment ahead, within 90 days',
    'already-handled': () => 'Somebody has handled it in the meantime',
    'bad-calendar': () => 'Not a valid calendar',
    'no-such-day': () => 'That month has no such day',
    'never-open': () => 'With this calendar the office would never open',
    'ends-before': () => 'Must be after the beginning',
    'mended-without-version': () => 'Say in which version it is fixed',
    'published-discarded': () => 'A discarded problem is not published',
    'no-technician': () => 'Not an active technician',
    'no-module': () => 'One of the modules does not exist',
    'key-expiry': () => 'A moment in the future, at most two years ahead',
    'key-overlap': () => 'A moment from now on, at most 30 days ahead',
    'no-scope': () => 'Choose at least one permission',
    'bad-address': () => 'A whole https:// address, without user or password',
    'inside-address': () => 'That address is of the internal network: only those in WEBHOOK_INSIDE_HOSTS are accepted',
    'no-kind': () => 'Choose at least one kind of event',
  },
}
