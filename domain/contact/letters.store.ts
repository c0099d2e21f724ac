import { and, asc, count, desc, eq, exists, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { plannedForValues } from '#db/prepared-statements.ts';
import { submissionAnswers, submissions } from '#db/tables/contact.ts';
import { staffAccounts, staffRoleGrants, staffRoles } from '#db/tables/staff.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { Permission } from '#shared/staff/permissions.ts';
import type { ContactTopic, FormName, LetterState } from './contact.rules.ts';

export interface LetterFilter {
  state?: LetterState | undefined;
  form?: FormName | undefined;
  topic?: ContactTopic | undefined;
  /** Id of the last letter of the page before. */
  before?: number | undefined;
  /** The caller, for `mine`. */
  accountId: number;
}

const closers = alias(staffAccounts, 'closers');
const ofState = ({ state, accountId }: LetterFilter) => {
  if (state === undefined) return undefined;
  if (state === 'closed') return isNotNull(submissions.closedAt);
  const owned = { open: undefined, mine: eq(submissions.ownerId, accountId), unassigned: isNull(submissions.ownerId) };
  return and(isNull(submissions.closedAt), owned[state]);
};
const selectLetters = (db: Db) =>
  db
    .select({ letter: submissions, owner: staffAccounts.name, closer: closers.name })
    .from(submissions)
    .leftJoin(staffAccounts, eq(staffAccounts.id, submissions.ownerId))
    .leftJoin(closers, eq(closers.id, submissions.closedBy));

/** Letters, newest first. */
export const findLetters = (db: Db, filter: LetterFilter, limit: number) =>
  selectLetters(db)
    .where(
      and(
        plannedForValues,
        ofState(filter),
        filter.form && eq(submissions.form, filter.form),
        filter.topic && sql`${submissions.fields} ->> 'topic' = ${filter.topic}`,
        filter.before === undefined ? undefined : lt(submissions.id, filter.before),
      ),
    )
    .orderBy(desc(submissions.id))
    .limit(limit);

export async function findLetter(db: Db, id: number) {
  const [row] = await selectLetters(db).where(eq(submissions.id, id));
  return row ?? null;
}

export async function countOpenLetters(db: Db): Promise<number> {
  const [row] = await db.select({ letters: count() }).from(submissions).where(isNull(submissions.closedAt));
  return row?.letters ?? 0;
}

/** Answers to a letter, oldest first. */
export const findAnswers = (db: Db, submissionId: number, limit: number) =>
  db
    .select({ answer: submissionAnswers, by: staffAccounts.name })
    .from(submissionAnswers)
    .innerJoin(staffAccounts, eq(staffAccounts.id, submissionAnswers.accountId))
    .where(eq(submissionAnswers.submissionId, submissionId))
    .orderBy(asc(submissionAnswers.id))
    .limit(limit);

/** Letters in the studio of a channel, newest first. */
export const findStudioLetters = (db: Db, channelId: ChannelId, limit: number) =>
  db
    .select({
      id: submissions.id,
      fields: submissions.fields,
      letThroughAt: submissions.letThroughAt,
      readOutAt: submissions.readOutAt,
    })
    .from(submissions)
    .where(eq(submissions.studioChannelId, channelId))
    .orderBy(desc(submissions.letThroughAt), desc(submissions.id))
    .limit(limit);

export async function lockLetter(tx: Tx, id: number) {
  const [row] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('update');
  return row ?? null;
}

export async function updateLetter(tx: Tx, id: number, values: Partial<typeof submissions.$inferInsert>) {
  await tx.update(submissions).set(values).where(eq(submissions.id, id));
}

export async function insertAnswer(tx: Tx, answer: typeof submissionAnswers.$inferInsert): Promise<number> {
  const [row] = await tx.insert(submissionAnswers).values(answer).returning({ id: submissionAnswers.id });
  return row!.id;
}

export async function markAnswerMailed(tx: Tx, id: number, mailedAt: Date): Promise<void> {
  await tx.update(submissionAnswers).set({ mailedAt }).where(eq(submissionAnswers.id, id));
}

/** Active accounts with a permission, by name. */
export const findHolders = (db: Db, permission: Permission, limit: number) =>
  db
    .select({ id: staffAccounts.id, name: staffAccounts.name })
    .from(staffAccounts)
    .where(
      and(
        eq(staffAccounts.state, 'active'),
        exists(
          db
            .select({ role: staffRoleGrants.role })
            .from(staffRoleGrants)
            .innerJoin(staffRoles, eq(staffRoles.name, staffRoleGrants.role))
            .where(
              and(
                eq(staffRoleGrants.accountId, staffAccounts.id),
                // Letters belong to no channel, programme or campaign.
                isNull(staffRoleGrants.scopeKind),
                ne(staffRoleGrants.role, 'break-glass'),
                sql`${permission} = any(${staffRoles.permissions})`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(staffAccounts.name))
    .limit(limit);

/** The oldest letters received before an instant. */
export const findLettersBefore = (db: Db, before: Date, limit: number) =>
  db
    .select({ id: submissions.id, pictureSha256: submissions.pictureSha256 })
    .from(submissions)
    .where(lt(submissions.createdAt, before))
    .orderBy(asc(submissions.createdAt))
    .limit(limit);

/** Those of some pictures that letters received since an instant have. */
export async function findPicturesSince(db: Db, names: readonly string[], since: Date): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ name: submissions.pictureSha256 })
    .from(submissions)
    .where(and(inArray(submissions.pictureSha256, [...names]), gte(submissions.createdAt, since)));
  return new Set(rows.flatMap(({ name }) => name ?? []));
}

export async function deleteLetters(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(submissions).where(inArray(submissions.id, [...ids]));
}
