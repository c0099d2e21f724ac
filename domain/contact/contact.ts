import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { queueMail } from '#domain/mail/mail.ts';
import type { BotCheck } from '#shared/bot-check.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import type { PictureDecoder } from '#shared/picture-decoder.ts';
import {
  checkForm,
  HIDDEN_FIELDS,
  MAX_PICTURE_BYTES,
  pictureTypeOf,
  type FieldFault,
  type FormFields,
  type FormName,
} from './contact.schema.ts';
import { countUnchecked, hasSubmission, insertSubmission, lockUnchecked, markMailed } from './contact.store.ts';
import { formMail } from './contact.mail.ts';
import type { FormBody } from './form-body.ts';
import { issueTicket, nameOfTicket } from './ticket.ts';

export { readFormBody, type FormBody } from './form-body.ts';

/** What the door needs of the house. */
export interface ContactServices {
  db: Db;
  botCheck: BotCheck;
  files: FileStorage;
  pictures: PictureDecoder;
  /** Mailboxes of the station, by form. */
  mailboxes: Record<FormName, string>;
  /** Secret that tickets are signed with. */
  ticketKey: string;
  /** Takes a ticket by its name, once. Throws `tooManyRequests` where its address sent enough of them. */
  takeTicket: (name: string, by: { remoteIp: string; now: Date }) => Promise<boolean>;
  /** Seconds an address has to wait before it may send another form; 0: it may. */
  takeTurn: (remoteIp: string) => number;
}

export interface Sender {
  now: Date;
  remoteIp: string;
  /** Whether a ticket may stand in for the bot check: only where the form came from a page without JavaScript. */
  mayUseTicket: boolean;
}

/** Forms of a whole hour that may come without a bot check, from everybody together. */
const UNCHECKED_PER_HOUR = 20;

/** A form with faults, told by field; everything else is thrown as a DomainError of another name. */
export class FormError extends DomainError {
  readonly faults: FieldFault[];
  constructor(faults: FieldFault[]) {
    super('invalidParam', { faults: faults.map(({ field, code }) => ({ field, message: code })) });
    this.faults = faults;
  }
}

/** The hidden field that a form carries from the moment it is opened. */
export const ticketOf = ({ ticketKey }: ContactServices, now: Date): string => issueTicket(ticketKey, now);

function pictureFault(picture: Uint8Array | null): FieldFault[] {
  if (picture === null) return [];
  const isGood = picture.length > 0 && picture.length <= MAX_PICTURE_BYTES && pictureTypeOf(picture) !== null;
  return isGood ? [] : [{ field: HIDDEN_FIELDS.picture, code: 'picture' }];
}

/** The same for the same form under the same key, and for no other. */
function dedupeKeyOf(form: FormName, key: string, fields: FormFields, picture: Uint8Array | null): string {
  const hash = createHash('sha256').update(JSON.stringify([form, key, Object.entries(fields)]));
  if (picture) hash.update(picture);
  return hash.digest('hex');
}

/** Whether a ticket stands in for the bot check: it is ours, of the right age, and was not taken before. */
export async function spendTicket(
  { ticketKey, takeTicket }: Pick<ContactServices, 'ticketKey' | 'takeTicket'>,
  ticket: string | undefined,
  by: { remoteIp: string; now: Date },
): Promise<boolean> {
  const name = nameOfTicket(ticketKey, ticket ?? '', by.now);
  return name !== null && takeTicket(name, by);
}

async function proveHuman(
  services: ContactServices,
  { now, remoteIp, mayUseTicket }: Sender,
  form: FormName,
  values: FormFields,
): Promise<'passed' | 'ticket'> {
  const token = values[HIDDEN_FIELDS.token] ?? '';
  const refusal = new FormError([{ field: HIDDEN_FIELDS.token, code: 'botCheck' }]);
  if (values[HIDDEN_FIELDS.trap]) throw refusal;
  if (token === '') {
    if (mayUseTicket && (await spendTicket(services, values[HIDDEN_FIELDS.ticket], { remoteIp, now }))) return 'ticket';
    throw refusal;
  }
  const { verdict } = await services.botCheck.verify(token, remoteIp, form);
  if (verdict === 'unavailable') throw new DomainError('unavailable', 'the bot check does not answer');
  if (verdict === 'refused') throw refusal;
  return 'passed';
}

/** Forms on their way in this process: a second press waits for the first. */
const underWay = new Map<string, Promise<void>>();

/**
 * Takes a form: checks it, stores it and writes its mail in one transaction. The same form under the same key does
 * nothing the second time. Throws FormError for faults by field, `tooManyRequests` with the seconds to wait, and
 * `unavailable` when the bot check does not answer.
 */
export async function submitForm(
  services: ContactServices,
  form: FormName,
  body: FormBody,
  sender: Sender,
): Promise<void> {
  const { fields, faults } = checkForm(form, body.values);
  const picture = form === 'contact' ? body.picture : null;
  const all = [...faults, ...pictureFault(picture)];
  if (fields === null || all.length > 0) throw new FormError(all);
  const key = dedupeKeyOf(form, (body.values[HIDDEN_FIELDS.key] ?? '').slice(0, 100), fields, picture);
  const first = underWay.get(key);
  if (first) return first;
  const taken = takeForm(services, { form, fields, picture, key, values: body.values }, sender);
  underWay.set(key, taken);
  try {
    await taken;
  } finally {
    underWay.delete(key);
  }
}

interface CheckedForm {
  form: FormName;
  fields: FormFields;
  picture: Uint8Array | null;
  key: string;
  values: FormFields;
}

async function takeForm(
  services: ContactServices,
  { form, fields, picture, key, values }: CheckedForm,
  sender: Sender,
): Promise<void> {
  const { db, files, pictures } = services;
  if (await hasSubmission(db, key)) return;
  const waitSeconds = services.takeTurn(sender.remoteIp);
  if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
  const proof = await proveHuman(services, sender, form, values);
  let pictureSha256: string | null = null;
  if (picture) {
    const remade = await pictures.remake(picture);
    if (remade === null) throw new FormError([{ field: HIDDEN_FIELDS.picture, code: 'picture' }]);
    // Durable before the row that names it.
    pictureSha256 = await files.put(remade);
  }
  await db.transaction(async (tx) => {
    if (proof === 'ticket') {
      await lockUnchecked(tx);
      const since = new Date(sender.now.getTime() - 3_600_000);
      if ((await countUnchecked(tx, since)) >= UNCHECKED_PER_HOUR)
        throw new DomainError('tooManyRequests', { retry_after_seconds: 3_600 });
    }
    const id = await insertSubmission(tx, {
      form,
      fields: { ...fields, botCheck: proof },
      pictureSha256,
      idempotencyKey: key,
    });
    if (id === null) return;
    await queueMail(
      tx,
      formMail({ id, form, fields, pictureSha256, isChecked: proof === 'passed', to: services.mailboxes[form] }),
    );
  });
}

/** Called in the transaction that says that a form's mail was sent. */
export async function formMailSent(db: Db, { dedupeKey, sentAt }: { dedupeKey: string; sentAt: Date }): Promise<void> {
  await markMailed(db, Number(dedupeKey.split(':')[1]), sentAt);
}
