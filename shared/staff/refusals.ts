import { DomainError } from '../domain-error.ts';

// Why staff are refused. Each code has its English here, for commands, logs and readers of the reply, and its words for
// the desk in app/text/zh-hk/desk-refusals.ts; the type check holds that none is missing there. Facts of a sentence are
// sent with its code.

const REFUSALS = {
  // ACTIONS, APPROVALS AND JOBS
  'edited-since': 'somebody else has changed it since',
  'same-value': 'it is the same',
  'differs-from-shown': 'it would change something else than was shown',
  'approval-differs': 'it would change something else than was asked for',
  'undone-already': 'it is already undone',
  'changed-since-run': 'something else has changed since',
  'key-reused': 'this idempotency key was used for another request',
  'decided-already': 'it is already decided',
  'job-decided': 'the job is already decided',
  'approval-expired': 'the approval has expired',
  'approval-needless': 'the action needs no approval any more',
  'asker-gone': 'the person who asked may not do this any more',
  'needs-second-person': 'a second person must approve this at the desk',
  'jobs-running': 'wait until one of your jobs has ended',
  'job-not-running': 'the job does not run',
  'job-ended': 'the job cannot go on',
  'too-many-views': 'no more views of this list can be saved',

  // STAFF
  'account-exists': ({ email }: { email: string }) => `${email} has an account already`,
  'account-not-invited': ({ state }: { state: string }) => `the account is ${state}`,
  'account-disabled': 'the account is disabled already',
  'role-held': 'the account has this role already',
  'no-administrator-left': 'nobody would be left who can grant roles',
  'role-for-emergencies': 'this role is for emergencies alone',
  'address-not-valid': ({ email }: { email: string }) => `"${email}" is not an e-mail address`,
  'name-length': ({ max }: { max: number }) => `the name must have 1 to ${max} characters`,
  'glass-broken': 'the account broke the glass before, and nobody has reviewed it',
  'second-authenticator-missing': 'a second authenticator is missing',
  'too-many-passkeys': ({ max }: { max: number }) => `an account can have at most ${max} passkeys`,
  'passkey-registered': 'the passkey is already registered',
  'passkey-not-verified': 'the passkey could not be verified',
  'app-registered': 'the account already has an authenticator app',

  // SETTINGS AND LINES ON EVERY PAGE
  'switch-on': 'it is on',
  'ends-within-days': ({ max }: { max: number }) => `it must end in the future, within ${max} days`,
  'ends-within-hours': ({ max }: { max: number }) => `it must end in the future, within ${max} hours`,
  'days-out-of-bounds': ({ min, max }: { min: number; max: number }) => `the number of days must be ${min} to ${max}`,
  'mail-fixed': 'the text of this mail is fixed',
  'line-shown': 'there is one already; change or end it',
  'line-replaced': 'there is a newer one',
  'line-over': 'it is over',

  // WORDS, PICTURES, PROGRAMMES AND HOSTS
  'public-already': 'it is public already',
  'retired-already': 'it is retired',
  'picture-in-use': 'it is in use',
  'article-not-public': 'the article is not public',
  'article-not-published': 'the article is not published',
  'article-public-already': 'the article is public already',
  'publication-past': 'the publication time is in the past',
  'withdrawal-too-early': 'the withdrawal time is before the publication time',
  'too-much-text': 'too many blocks, or too long',
  'live-blog-of-news': 'only news have live blogs',
  'live-blog-open': 'the live blog is open already',
  'live-blog-closed': 'the live blog is closed',
  'live-blog-full': ({ max }: { max: number }) => `a live blog has at most ${max} entries`,
  'entry-withdrawn': 'the entry is withdrawn',
  'entry-not-withdrawn': 'the entry is not withdrawn',
  'page-empty': 'the page would be empty',
  'pin-not-of-shelf': ({ article_id: id }: { article_id: number }) => `${id} is no article of this shelf`,
  'pin-twice': ({ article_id: id }: { article_id: number }) => `${id} is there twice`,
  'pin-over': ({ article_id: id }: { article_id: number }) => `${id} would be over`,
  'chart-not-saturday': 'a chart is announced on a Saturday',
  'songs-repeated': ({ positions }: { positions: number[] }) => `stand on the list before: ${positions.join(', ')}`,

  // TIMETABLES
  'change-set-state': ({ state }: { state: string }) => `the change set is ${state}`,
  'change-set-full': ({ max }: { max: number }) => `a change set has at most ${max} changes`,
  'change-set-empty': 'the change set is empty',
  'nothing-to-change': 'there is nothing to change',
  'timetable-changed': 'rows of the timetable have changed since',
  'timetable-clash': 'programmes would overlap',
  'program-of-other-channel': ({ program_id: id }: { program_id: number }) =>
    `programme ${id} does not belong to the channel`,

  // REPLAYS, CLASSICS AND THE STUDIO
  'span-backwards': 'the span ends before it begins',
  'neighbour-fixed': ({ broadcast_id: id }: { broadcast_id: number }) =>
    `broadcast ${id} is there, and its edges were set by hand or nothing of it would be left`,
  'edges-of-timetable': 'the record of the timetable was set by staff and decides these edges',
  'edges-outside-tape': 'the edges are not within the sound of the tape',
  'broadcast-not-over': 'the broadcast has not ended',
  'edge-too-far': 'an edge moves by at most three hours',
  'broadcast-too-short': 'too little of the broadcast is left',
  'end-in-future': 'the end is in the future',
  'part-of-mark': 'a mark of the studio begins a part and names it',
  'parts-out-of-order': 'the parts are not in order within the broadcast',
  'classic-overlaps': 'a broadcast of the programme at that time can be heard',
  'broadcast-at-that-time': ({ broadcast_id: id }: { broadcast_id: number }) =>
    `broadcast ${id} of the programme was on air at that time`,
  'classic-not-past': 'a classic was on air in the past',
  'classic-not-available': 'it would no longer be available',
  'import-state': ({ import_id: id, state }: { import_id: number; state: string }) => `import ${id} is ${state}`,
  'file-not-ready': ({ file_name: name }: { file_name: string }) =>
    `the file "${name}" is not complete, or is being imported`,
  'cue-changed': 'the cue has changed since',
  'cue-end': 'a new cue needs an end, at most ten minutes later',
  'cue-outside': 'the cue begins outside the broadcast',
  'too-many-studio-links': 'too many links of the studio are open',

  // FILMS AND UPLOADS
  'film-shown': ({ page }: { page: string }) => `the film is shown ${page}; assign another film to that page first`,
  'film-not-encoded': ({ film_id: id }: { film_id: number }) => `film ${id} has not been encoded yet`,
  'film-state': ({ film_id: id, state }: { film_id: number; state: string }) =>
    `film ${id} is ${state === 'made' ? 'already encoded' : 'being encoded'}`,
  'too-many-chapters': ({ max }: { max: number }) => `a film can have at most ${max} chapters`,
  'chapter-too-long': ({ chapter, max }: { chapter: number; max: number }) =>
    `chapter ${chapter} has more than ${max} characters`,
  'chapter-twice': ({ chapter }: { chapter: number }) =>
    `chapter ${chapter} begins at the same time as the preceding one`,
  'language-unknown': ({ lang }: { lang: string }) => `"${lang}" is not a language tag such as zh-HK or en`,
  'label-too-long': ({ max }: { max: number }) => `a label can have at most ${max} characters`,
  'no-cues': 'captions: the file has no cues',
  'vtt-line': ({ line, reason }: { line: number; reason: string; code: string }) => `line ${line}: ${reason}`,
  'vtt-late': ({ cue, of }: { cue: number; of: 'broadcast' | 'film' }) => `cue ${cue} begins after the ${of} has ended`,
  'too-many-uploads': ({ max }: { max: number }) => `no more than ${max} uploads at once`,
  'upload-moved': ({ bytes }: { bytes: number }) => `the upload is at ${bytes}`,
  'upload-written': 'another request wrote these bytes',
  'upload-held': 'the file is being added',

  // ENCODERS, INCIDENTS AND EVENTS
  'encoder-withdrawn': 'the token of the encoder was withdrawn',
  'encoder-silent': 'the encoder sends nothing',
  'encoder-on-air': 'the encoder is on air',
  'stream-not-live': 'the stream must be that of a channel or an event',
  'incident-closed': 'the incident is closed',
  'event-phase': ({ phase }: { phase: string }) => `not possible while the event is in phase "${phase}"`,
  'event-not-cancelled': 'only a cancelled event is refunded as a whole',
  'message-length': ({ max }: { max: number }) => `the text must have 1 to ${max} characters`,
  'item-later': 'an item cannot begin later',
  'item-started': 'the item has begun already',

  // LETTERS
  'letter-changed': 'the letter has changed since',
  'letter-has-no-address': 'the letter has no e-mail address',
  'letter-open': 'the letter is open',
  'letter-closed': 'the letter is closed',
  'letter-not-for-air': 'letters of this kind are not read on air',
  'letter-not-in-studio': 'the letter is not in the studio',

  // MONEY
  'nothing-to-refund': 'nothing that was paid is left to refund',
  'refund-too-large': ({ left_cents: cents }: { left_cents: number }) => `only ${cents} cents of it can be refunded`,
  'value-used': ({ left_cents: cents }: { left_cents: number }) =>
    `${cents} cents can go back: its value went to another plan, and the rest of it was used`,
  'gift-redeemed': 'the gift has been redeemed, so it cannot be refunded',
  'refund-waits': ({ left_cents: cents }: { left_cents: number }) =>
    `refunds of it wait for a second person: ${cents} cents are left besides`,
  'refund-all-or-nothing': 'the order is not fulfilled yet: refund all of it, or nothing',
  'rental-started': ({ left_cents: cents }: { left_cents: number }) =>
    `of a film that was begun half of its price can go back: ${cents} cents are left of that`,
  'refunded-already': 'it has already been refunded',
  'refund-withdrawn': 'it was withdrawn, as a bank took the payment back',
  'refund-under-way': 'it is under way: wait for what its provider says',
  'refund-not-charged-back': 'no bank took its money back, so it is still owed',
  'order-not-open': 'only an unpaid order can be cancelled',
  'not-a-settlement': ({ provider }: { provider: string }) => `this is no settlement file of ${provider}`,
  'member-gone': 'the member no longer has an account',
  'erasure-scheduled': 'the erasure is already scheduled',
  'outage-credited': ({ name }: { name: string }) => `the outage ${name} is credited already`,
  'outage-overlaps': 'the outage overlaps one that was already credited',
  'outage-other-end': 'an outage with this start was credited with another end: credit the rest from there',
  'outage-span': ({ max_days: max }: { max_days: number }) =>
    `the outage must be in the past and last at most ${max} days`,
  'outage-not-past': 'the outage must be in the past',
  'application-decided': 'the application has already been decided',
  'day-in-future': ({ day }: { day: string }) => `${day} is in the future`,
  'days-out-of-order': 'the last day is before the first',
  'too-many-days': ({ max }: { max: number }) => `the days must be in order, and at most ${max}`,
  'code-exists': 'one of the codes already exists',
  'code-form': 'a code has 4 to 32 letters and digits',
  'too-many-codes': ({ max }: { max: number }) => `a batch must have 1 to ${max} codes`,
  'code-plan-or-purchase': 'a code is valid either for a plan or for individual purchases',
  'code-of-purchase': 'individual purchases take a discount; a redeemable code grants one item',
  'code-discount-or-days': 'a code grants either a discount or days',
  'code-days-of-plan': 'days belong to a plan and are granted by redeemable codes, links or gifts',
  'code-needs-days': 'a redeemable code must grant days',

  // CAMPAIGNS
  'needs-items': 'a public campaign needs a level or goods; close it to stop its sale',
  'needs-delivery': 'goods need a way of delivery',
  'needs-days': 'an item lets supporters choose a day, so there must be days',
  'item-ordered': 'the item was ordered: its price, kind and limit are fixed',
  stock: ({ taken }: { taken: number }) => `${taken} are sold or held`,
  ordered: 'there are orders: kind, target, start and days are fixed',
  later: 'a pledge with supporters cannot close later',
  fewer: 'there are orders: the limit of a buyer cannot be lowered',
  past: 'it must close in the future',
  ended: 'the campaign has ended',
  reserved: 'this name is reserved',
  taken: 'a campaign has this name',
  public: 'the campaign is public',
  blocked: 'something is missing before it can be public',
  'no-terms': 'there are no new terms to publish',
  coded: 'the words and terms of this campaign are part of the program',
  wordless: 'a public campaign needs a title and a lead',
  many: 'the campaign has as many items as it may have',
  stale: 'the items have changed since',
  'too-many-posts': ({ max }: { max: number }) => `a campaign has at most ${max} posts`,
  'campaign-draft': 'the campaign is a draft',
  'campaign-closed': 'the campaign has already closed',
  'campaign-not-open': 'the campaign has not opened yet',
  'campaign-failed': 'the campaign has already failed',
  'delivery-step': ({ from, to }: { from: string; to: string }) =>
    `the delivery state cannot change from "${from}" to "${to}"`,
  'no-delivery-address': 'the order has no delivery address',
  'day-not-of-campaign': ({ day }: { day: string }) => `${day} is not a day of the campaign`,

  // INVITATIONS
  'event-cancelled': 'the event is cancelled',
  'replies-closed': 'replies are no longer taken',
  'too-many-invitations': ({ max }: { max: number }) => `an event has at most ${max} invitations`,
  'invited-before': 'all of them were invited before',

  // ADVERTISING
  'too-many-bookings': ({ max }: { max: number }) => `${max} bookings are open; cancel others first`,
  'booking-cancelled': 'it is cancelled',
  'booking-over': 'it is over',
  'booking-not-cancelled': 'it is not cancelled, or over',
  'ad-blocked': 'it is blocked already',
  'ad-not-blocked': 'it is lifted',
  'too-many-blocks': ({ max }: { max: number }) => `${max} are blocked; lift others first`,

  // MERGED MEMBERS
  'same-member': 'both are the same member',
  'kept-not-active': 'the account that is kept is not active',
  'merged-not-active': 'the account that is merged is not active',
  'took-over-before': 'the account took another over before; keep this one',
  'recurring-payment': 'the account that is merged has a recurring payment; the member stops it first',
  'open-order': 'the account that is merged has an open order',
  'offline-application': 'the account that is merged has an offline application to be decided',
  'two-plans': 'both have a plan that is not over',
  'plan-overlaps': 'a plan of the account that is merged overlaps a former one of the other',
  'same-film': 'both rent the same film',
  'in-a-family': 'the account to be merged is in a family',
  'too-much': 'the account that is merged has too many records',
  'not-merged': 'the account is not merged, or was split again',
  'too-late': 'a merge is reversible for seven days',
  'being-erased': 'one of the accounts is being erased, or is erased',
} as const;

type Refusals = typeof REFUSALS;
export type Refusal = keyof Refusals;
/** What the sentence of a refusal names. */
export type FactsOf<Why extends Refusal> = Refusals[Why] extends (facts: infer Facts) => string ? Facts : object;

type Facts<Why extends Refusal> = Refusals[Why] extends (facts: infer Named) => string
  ? [facts: Named & object]
  : [facts?: object];

function detailOf(why: Refusal, { field, ...facts }: { field?: string }): object {
  const english = REFUSALS[why] as string | ((facts: object) => string);
  const message = typeof english === 'string' ? english : english(facts);
  return { why, message, ...facts, ...(field !== undefined && { fieldErrors: { [field]: [message] } }) };
}

/** A conflict with current state, by its code. */
export const refused = <Why extends Refusal>(why: Why, ...[facts = {}]: Facts<Why>): DomainError =>
  new DomainError('conflict', detailOf(why, facts));

/** An invalid input, by its code; `field` is the faulty one. */
export const impossible = <Why extends Refusal>(
  why: Why,
  ...[facts = {}]: Facts<Why> | [facts: FactsOf<Why> & { field: string }]
): DomainError => new DomainError('invalidParam', detailOf(why, facts));
