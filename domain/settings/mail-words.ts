import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { demandRevision, differencesOf, revisionOf } from '#domain/actions/actions.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { placeholdersOf, textFaults, type MailText } from '#domain/mail/mail-texts.rules.ts';
import {
  deleteMailText,
  listMailTexts,
  lockMailText,
  previewOf,
  queueMail,
  saveMailText,
  type Mail,
} from '#domain/mail/mail.ts';
import { codeTextOf, lettered, type MemberMail } from '#domain/mail/member-letter.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { MailSamples } from './mail-samples.types.ts';

interface Call {
  hand: Hand;
  now: Date;
}

const isMemberMail = (mail: MemberMail | Mail): mail is MemberMail => 'paragraphs' in mail;

function sampleOf(samples: MailSamples, key: string): MemberMail | Mail {
  const sample = samples.find((one) => one.key === key);
  if (!sample) throw new DomainError('dataNotFound', `there is no mail ${key}`);
  return sample.mail;
}

/** The mail of a key, whose text may be changed. */
function changeableOf(samples: MailSamples, key: string): MemberMail {
  const mail = sampleOf(samples, key);
  if (!isMemberMail(mail)) throw impossible('mail-fixed');
  return mail;
}

/** Throws `invalidParam` with what is wrong with a text. */
function demandFit(mail: MemberMail, text: MailText): void {
  const faults = textFaults(codeTextOf(mail), text);
  if (faults.length > 0) throw new DomainError('invalidParam', { textFaults: faults });
}

const fieldsOf = ({ subject, paragraphs }: MailText) => ({ subject, paragraphs: [...paragraphs] });

/** Every mail of the station, with its current text. */
export async function listMails(db: Db, samples: MailSamples) {
  const changed = new Map((await listMailTexts(db)).map((text) => [text.key, text]));
  return samples.map(({ key, mail }) => {
    const text = changed.get(key);
    if (!isMemberMail(mail))
      return {
        key,
        is_editable: false,
        code: null,
        text: null,
        placeholders: [],
        revision: '',
        changed_by: null,
        changed_ts: null,
      };
    const code = fieldsOf(codeTextOf(mail));
    const now = text ? fieldsOf(text) : code;
    return {
      key,
      is_editable: true,
      code,
      text: now,
      placeholders: placeholdersOf(code),
      revision: revisionOf(now),
      changed_by: text?.changedBy ?? null,
      changed_ts: text ? unixSeconds(text.changedAt) : null,
    };
  });
}

/** A mail with invented content, as its reader sees it. Null: in the words of the code. */
export function previewMail(samples: MailSamples, key: string, text: MailText | null) {
  const mail = sampleOf(samples, key);
  if (isMemberMail(mail) && text !== null) demandFit(mail, text);
  const { subject, textBody, htmlBody = '' } = isMemberMail(mail) ? lettered(mail, text) : mail;
  return { subject, text: textBody, light: previewOf(htmlBody, 'light'), dark: previewOf(htmlBody, 'dark') };
}

/** The current text and what it was changed from; locks it for the transaction. */
async function textOfNow(tx: Tx, mail: MemberMail, key: string, base: string) {
  const row = await lockMailText(tx, key);
  const former = fieldsOf(row ?? codeTextOf(mail));
  demandRevision(base, { fields: former, changedBy: row?.changedBy ?? null });
  return former;
}

const shown = ({ subject, paragraphs }: MailText) => ({
  title: subject,
  paragraphs: paragraphs.join('\n\n'),
});

/** Changes the text of a mail. Null: back to that of the code. `conflict` with the current one if it was changed since. */
export async function changeMailText(
  tx: Tx,
  samples: MailSamples,
  { hand, now }: Call,
  { key, text, base }: { key: string; text: MailText | null; base: string },
): Promise<{ former: MailText; revision: string }> {
  const mail = changeableOf(samples, key);
  const former = await textOfNow(tx, mail, key, base);
  const code = fieldsOf(codeTextOf(mail));
  const next = text === null ? code : fieldsOf(text);
  demandFit(mail, next);
  const revision = revisionOf(next);
  if (revision === revisionOf(former)) throw refused('same-value');
  if (hand.accountId === undefined) throw new DomainError('invalidParam', 'a text is changed at the desk');
  if (revision === revisionOf(code)) await deleteMailText(tx, key);
  else await saveMailText(tx, { key, ...next, changedBy: hand.accountId, changedAt: now });
  const event = { action: 'mails.save', subject: ['mail-text', key] } as const;
  await recordAudit(tx, hand, { ...event, ...differencesOf(shown(former), shown(next)) }, now);
  return { former, revision };
}

/** Mails a sample to a member of staff, in the given words. */
export async function sendSample(
  tx: Tx,
  samples: MailSamples,
  { hand, now }: Call,
  { key, text, to }: { key: string; text: MailText | null; to: string },
): Promise<void> {
  const mail = sampleOf(samples, key);
  if (isMemberMail(mail) && text !== null) demandFit(mail, text);
  const { subject, textBody, htmlBody } = isMemberMail(mail) ? lettered(mail, text) : mail;
  await queueMail(tx, {
    template: 'sample',
    dedupeKey: `sample:${randomUUID()}`,
    recipient: to,
    subject,
    textBody,
    ...(htmlBody !== undefined && { htmlBody }),
  });
  await recordAudit(
    tx,
    hand,
    { action: 'mails.send-sample', subject: ['mail-text', key], after: { title: subject } },
    now,
  );
}
