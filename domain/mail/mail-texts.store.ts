import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mailTexts } from '#db/tables/mail.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { MailText } from './mail-texts.rules.ts';

/** More than there are mails. */
const MAX_TEXTS = 500;

type StoredText = MailText & { key: string; changedBy: string; changedAt: Date };

const stored = (db: Db | Tx) =>
  db
    .select({
      key: mailTexts.key,
      subject: mailTexts.subject,
      paragraphs: mailTexts.paragraphs,
      changedBy: staffAccounts.name,
      changedAt: mailTexts.changedAt,
    })
    .from(mailTexts)
    .innerJoin(staffAccounts, eq(staffAccounts.id, mailTexts.changedBy));

/** Every text that staff have changed, with who changed it last. */
export const listMailTexts = (db: Db | Tx): Promise<StoredText[]> => stored(db).limit(MAX_TEXTS);

/** The text of a mail, if staff have changed it. */
export async function findMailText(db: Db | Tx, key: string): Promise<StoredText | null> {
  return (await stored(db).where(eq(mailTexts.key, key)))[0] ?? null;
}

/** The same for a change: nobody else changes texts until the transaction ends. */
export async function lockMailText(tx: Tx, key: string): Promise<StoredText | null> {
  await tx.execute(sql`lock table ${mailTexts} in share row exclusive mode`);
  return findMailText(tx, key);
}

export async function saveMailText(
  tx: Tx,
  { key, ...text }: { key: string; subject: string; paragraphs: string[]; changedBy: number; changedAt: Date },
): Promise<void> {
  await tx
    .insert(mailTexts)
    .values({ key, ...text })
    .onConflictDoUpdate({ target: mailTexts.key, set: text });
}

export async function deleteMailText(tx: Tx, key: string): Promise<void> {
  await tx.delete(mailTexts).where(eq(mailTexts.key, key));
}
