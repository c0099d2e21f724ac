import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import {
  FormError,
  verifyBotCheck,
  readForm,
  type FormBody,
  type FormSender,
  type BotCheckServices,
} from '#domain/forms/forms.ts';
import { BOT_CHECK_FIELDS, ONCE_FIELD } from '#domain/forms/bot-check.rules.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';
import { UNCHECKED_LIMITS } from '#shared/limits.ts';
import type { PictureDecoder } from '#shared/outside/picture-decoder.ts';
import { formMail } from './contact.mail.ts';
import { CONTACT_FORMS, type FormName } from './contact.rules.ts';
import { countUnchecked, hasSubmission, insertSubmission, lockUnchecked, markMailed } from './contact.store.ts';

/** Dependencies of this module. */
export interface ContactServices extends BotCheckServices {
  db: Db;
  files: FileStorage;
  pictures: PictureDecoder;
  /** Mailboxes of the station, by form. */
  mailboxes: Record<FormName, string>;
  /** Seconds until a client address may send another form; 0: now. */
  takeTurn: (remoteIp: string) => number | Promise<number>;
}

const PICTURE = 'picture';

/** Equal for the same form with the same key only. */
function dedupeKeyOf(form: FormName, key: string, fields: Record<string, string>, picture: Uint8Array | null): string {
  const hash = createHash('sha256').update(JSON.stringify([form, key, Object.entries(fields)]));
  if (picture) hash.update(picture);
  return hash.digest('hex');
}

/** Forms being processed here: a repeated submission waits for the first. */
const underWay = new Map<string, Promise<void>>();

/**
 * Accepts a form: validates it, stores it and queues its mail in one transaction. Idempotent by key. Throws `FormError`
 * for faults by field, `tooManyRequests` with the seconds to wait, and `unavailable` if the bot check does not respond.
 */
export async function submitForm(
  services: ContactServices,
  form: FormName,
  { values, files }: FormBody,
  sender: FormSender,
): Promise<void> {
  const read: Given = readForm(CONTACT_FORMS[form], { ...values, [PICTURE]: files.get(PICTURE) }, sender.now);
  const { [PICTURE]: picture, [BOT_CHECK_FIELDS.token]: _token, ...rest } = read;
  const fields = rest as Record<string, string>;
  const checked = { form, fields, picture: picture instanceof Uint8Array ? picture : null, given: values };
  const key = dedupeKeyOf(form, (values[ONCE_FIELD] ?? '').slice(0, 100), fields, checked.picture);
  const first = underWay.get(key);
  if (first) return first;
  const taken = takeForm(services, { ...checked, key }, sender);
  underWay.set(key, taken);
  try {
    await taken;
  } finally {
    underWay.delete(key);
  }
}

interface CheckedForm {
  form: FormName;
  fields: Record<string, string>;
  picture: Uint8Array | null;
  key: string;
  /** Including the hidden fields. */
  given: Given;
}

async function takeForm(
  services: ContactServices,
  { form, fields, picture, key, given }: CheckedForm,
  sender: FormSender,
): Promise<void> {
  const { db, files, pictures } = services;
  if (await hasSubmission(db, key)) return;
  await demandOn({ db, now: sender.now }, form);
  const waitSeconds = await services.takeTurn(sender.remoteIp);
  if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
  const proof = await verifyBotCheck(services, form, given, sender);
  let pictureSha256: string | null = null;
  if (picture) {
    const remade = await pictures.remake(picture);
    if (remade === null) throw new FormError([{ field: PICTURE, code: 'picture' }]);
    // The file must be durable before a row references it.
    pictureSha256 = await files.put(remade);
  }
  await db.transaction(async (tx) => {
    if (proof === 'ticket') {
      await lockUnchecked(tx);
      const { limit, windowMs } = UNCHECKED_LIMITS.stationForms;
      if ((await countUnchecked(tx, new Date(sender.now.getTime() - windowMs))) >= limit)
        throw new DomainError('tooManyRequests', { retry_after_seconds: windowMs / 1000 });
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

/** Called in the transaction that marks a form's mail as sent. */
export async function formMailSent(tx: Tx, { dedupeKey, sentAt }: { dedupeKey: string; sentAt: Date }): Promise<void> {
  await markMailed(tx, Number(dedupeKey.split(':')[1]), sentAt);
}
