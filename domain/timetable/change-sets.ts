import { queueJob, unqueueJob } from '#db/outbox.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { recordRowChanges, shownSet, type AllValues } from './change-sets.audit.ts';
import {
  deleteChange,
  findChangeSet,
  findStaffName,
  insertChange,
  insertChangeSet,
  listChanges,
  lockChangeSet,
  lockDueChangeSet,
  updateChange,
  updateChangeSet,
  type ChangeSet,
  type StoredChange,
} from './change-sets.store.ts';
import {
  currentValues,
  faultsOfChanges,
  sameValues,
  type RacingDay,
  type TimetableChange,
  type TimetableRows,
} from './timetable-changes.rules.ts';
import type { DraftedChange } from './timetable-changes.schema.ts';
import { applyChanges, checkChanges, checkPrograms, rowsOfTimetable } from './timetable-writing.ts';

// Changes of a timetable that staff collect, publish together, at once or at an instant, and can undo.

/** Publishes all change sets that are due. */
export const PUBLISH_TIMETABLE = 'publish-timetable';
const MAX_CHANGES = 200;
const NO_ROWS: TimetableRows = { base: [], override: [], video: [], 'racing-day': [] };

interface Call {
  hand: Hand;
  now: Date;
}

const jobKey = (id: number) => `${PUBLISH_TIMETABLE}:${id}`;

function accountOf({ accountId }: Hand): number {
  if (accountId === undefined) throw new DomainError('invalidParam', 'a timetable is changed by a staff account');
  return accountId;
}

/** What a role must cover to change a set: its channel, or the station if it has racing days. */
export async function scopesOfChangeSet(tx: Tx, id: number): Promise<Scope[]> {
  const set = await findChangeSet(tx, id);
  if (set === null) return [];
  const changes = await listChanges(tx, id);
  return scopesOfChanges(set.channelId, changes);
}

export const scopesOfChanges = (channelId: ChannelId, changes: readonly Pick<TimetableChange, 'kind'>[]): Scope[] =>
  changes.some(({ kind }) => kind === 'racing-day') ? [] : [{ kind: 'channel', id: String(channelId) }];

async function lockInState(tx: Tx, id: number, ...states: ChangeSet['state'][]): Promise<ChangeSet> {
  const set = await lockChangeSet(tx, id);
  if (set === null) throw new DomainError('dataNotFound');
  if (!states.includes(set.state)) throw refused('change-set-state', { state: set.state });
  return set;
}

/** A locked draft at the revision that its publisher saw. */
async function lockAt(tx: Tx, id: number, revision: number): Promise<ChangeSet> {
  const set = await lockInState(tx, id, 'draft');
  if (set.revision !== revision) throw refused('edited-since');
  return set;
}

/** The change that a set has for a drafted row already. */
function formerChange(changes: readonly StoredChange[], { kind, row_id: rowId, seen, values }: DraftedChange) {
  if (kind === 'racing-day') {
    const { day } = (seen ?? values) as RacingDay;
    return changes.find((change) => change.kind === kind && (change.before ?? change.after)?.day === day);
  }
  if (rowId === null) return undefined;
  const former = changes.find((change) =>
    rowId < 0
      ? change.kind === kind && change.rowId === null && change.id === -rowId
      : change.kind === kind && change.rowId === rowId,
  );
  if (rowId < 0 && former === undefined) throw new DomainError('dataNotFound');
  return former;
}

/** Adds one drafted row to a set, or replaces what the set had for it. */
async function draftChange(
  tx: Tx,
  drafted: DraftedChange,
  {
    set,
    seenRevision,
    accountId,
    rows,
  }: { set: ChangeSet; seenRevision: number; accountId: number; rows: TimetableRows },
): Promise<void> {
  const { kind, row_id: givenId, seen, values } = drafted;
  if ((seen ?? values) === null && (givenId === null || givenId > 0 || kind === 'racing-day'))
    throw impossible('nothing-to-change');
  const former = formerChange(await listChanges(tx, set.id), drafted);
  // Not what this save itself has drafted.
  if (former !== undefined && former.revision > seenRevision && former.revision <= set.revision)
    throw refused('edited-since', { mine: values, theirs: former.after });
  const rowId = givenId !== null && givenId > 0 && kind !== 'racing-day' ? givenId : null;
  const change = { id: former?.id ?? 0, kind, rowId, before: seen, after: values } as TimetableChange;
  const published = rowId === null && kind !== 'racing-day' ? null : currentValues(rows, change);
  if (rowId !== null && published === null && seen === null) throw new DomainError('dataNotFound');
  if (rowId !== null || kind === 'racing-day') {
    if (!sameValues(published, seen))
      throw refused('timetable-changed', { stale: [{ change_id: change.id, kind, seen, now: published }] });
  }
  const next = { ...change, before: published } as TimetableChange;
  const faults = faultsOfChanges(NO_ROWS, [next]);
  if (faults.length > 0) throw new DomainError('invalidParam', { faults });
  const stamp = { changedBy: accountId, revision: set.revision + 1 };
  if (sameValues(next.before, next.after)) {
    if (former) await deleteChange(tx, former.id);
  } else if (former) await updateChange(tx, former.id, { before: next.before, after: next.after, ...stamp } as never);
  else await insertChange(tx, set.id, next, stamp);
}

export interface Draft {
  /** Null: begins a set. */
  changeSetId: number | null;
  channelId: ChannelId;
  /** Of a new set. */
  name: string;
  /** The set's as the editor saw it: a row that a colleague has changed since is a conflict. */
  revision: number;
  changes: readonly DraftedChange[];
}

/** Collects changes in a set. They may clash with others until it is published. */
export async function draftChanges(
  tx: Tx,
  { hand, now }: Call,
  { changeSetId, channelId, name, revision, changes }: Draft,
): Promise<{ changeSetId: number; revision: number }> {
  const accountId = accountOf(hand);
  const isNew = changeSetId === null;
  const set = isNew
    ? await insertChangeSet(tx, { channelId, name, accountId, now })
    : await lockInState(tx, changeSetId, 'draft');
  if (set.channelId !== channelId) throw new DomainError('dataNotFound');
  const before = await listChanges(tx, set.id);
  const rows = await rowsOfTimetable(tx, channelId);
  for (const change of changes) await draftChange(tx, change, { set, seenRevision: revision, accountId, rows });
  const after = await listChanges(tx, set.id);
  if (after.length > MAX_CHANGES) throw impossible('change-set-full', { max: MAX_CHANGES });
  await checkPrograms(
    tx,
    channelId,
    after.filter(({ revision: of }) => of === set.revision + 1),
  );
  await updateChangeSet(tx, set.id, { changedBy: accountId, changedAt: now, failure: null });
  await recordAudit(
    tx,
    hand,
    {
      action: 'timetable.draft',
      subject: ['change-set', set.id],
      ...(!isNew && { before: { ...shownSet(set), changes: before.length } }),
      after: { ...shownSet(set), changes: after.length },
    },
    now,
  );
  return { changeSetId: set.id, revision: set.revision + 1 };
}

/** Takes one change out of a set: its row stays as it is published. */
export async function dropChange(
  tx: Tx,
  { hand, now }: Call,
  { changeSetId, changeId }: { changeSetId: number; changeId: number },
): Promise<void> {
  const set = await lockInState(tx, changeSetId, 'draft');
  const change = (await listChanges(tx, set.id)).find(({ id }) => id === changeId);
  if (change === undefined) throw new DomainError('dataNotFound');
  await deleteChange(tx, changeId);
  await updateChangeSet(tx, set.id, { changedBy: accountOf(hand), changedAt: now, failure: null });
  const values: AllValues = change.after ?? {};
  const before = { kind: change.kind, row: change.rowId, ...values };
  await recordAudit(
    tx,
    hand,
    {
      action: 'timetable.drop',
      subject: ['change-set', set.id],
      before,
      after: { row: change.rowId },
    },
    now,
  );
}

export async function renameChangeSet(
  tx: Tx,
  { hand, now }: Call,
  { changeSetId, name }: { changeSetId: number; name: string },
): Promise<void> {
  const set = await lockInState(tx, changeSetId, 'draft', 'scheduled');
  await updateChangeSet(tx, set.id, { name, changedBy: accountOf(hand), changedAt: now });
  await recordAudit(
    tx,
    hand,
    { action: 'timetable.rename', subject: ['change-set', set.id], before: { name: set.name }, after: { name } },
    now,
  );
}

/** Writes the rows of a set into the timetable. Everything or nothing. */
async function publish(tx: Tx, { hand, now }: Call, set: ChangeSet): Promise<void> {
  const changes = await listChanges(tx, set.id);
  const ids = await applyChanges(tx, set.channelId, changes);
  for (const { id, rowId } of changes)
    if (rowId === null) await updateChange(tx, id, { appliedId: ids.get(id) ?? null });
  await updateChangeSet(tx, set.id, {
    state: 'published',
    publishAt: null,
    publishedAt: now,
    publishedBy: accountOf(hand),
    reason: hand.why,
    failure: null,
    changedBy: accountOf(hand),
    changedAt: now,
  });
  await recordRowChanges(tx, hand, { action: 'timetable.publish', set, changes, ids }, now);
  await recordAudit(
    tx,
    hand,
    {
      action: 'timetable.publish',
      subject: ['change-set', set.id],
      before: shownSet(set),
      after: { ...shownSet(set), state: 'published' },
    },
    now,
  );
}

/**
 * Publishes a set, at once or by a job at an instant. Refused with `conflict` if it clashes, or if a row has changed
 * since the set found it.
 */
export async function publishChangeSet(
  tx: Tx,
  { hand, now }: Call,
  { changeSetId, revision, publishAt }: { changeSetId: number; revision: number; publishAt?: Date | undefined },
): Promise<{ isPublished: boolean }> {
  const set = await lockAt(tx, changeSetId, revision);
  const changes = await listChanges(tx, set.id);
  if (changes.length === 0) throw impossible('change-set-empty');
  if (publishAt === undefined || publishAt <= now) {
    await publish(tx, { hand, now }, set);
    return { isPublished: true };
  }
  await checkChanges(tx, set.channelId, changes);
  const accountId = accountOf(hand);
  await updateChangeSet(tx, set.id, {
    state: 'scheduled',
    publishAt,
    publishedBy: accountId,
    reason: hand.why,
    failure: null,
    changedBy: accountId,
    changedAt: now,
  });
  await queueJob(tx, PUBLISH_TIMETABLE, {}, { jobKey: jobKey(set.id), runAt: publishAt });
  await recordAudit(
    tx,
    hand,
    {
      action: 'timetable.publish',
      subject: ['change-set', set.id],
      before: shownSet(set),
      after: { ...shownSet(set), state: 'scheduled', publish_at: publishAt.toISOString(), changes: changes.length },
    },
    now,
  );
  return { isPublished: false };
}

async function moveTo(
  tx: Tx,
  { hand, now }: Call,
  set: ChangeSet,
  { action, state }: { action: 'timetable.withdraw' | 'timetable.reopen'; state: 'withdrawn' | 'draft' },
): Promise<void> {
  await updateChangeSet(tx, set.id, { state, publishAt: null, changedBy: accountOf(hand), changedAt: now });
  if (set.state === 'scheduled') await unqueueJob(tx, jobKey(set.id));
  await recordAudit(
    tx,
    hand,
    { action, subject: ['change-set', set.id], before: shownSet(set), after: { ...shownSet(set), state } },
    now,
  );
}

/** Discards an unpublished set. */
export const withdrawChangeSet = async (tx: Tx, call: Call, id: number): Promise<void> =>
  moveTo(tx, call, await lockInState(tx, id, 'draft', 'scheduled'), {
    action: 'timetable.withdraw',
    state: 'withdrawn',
  });

/** Makes a scheduled or withdrawn set a draft again. */
export const reopenChangeSet = async (tx: Tx, call: Call, id: number): Promise<void> =>
  moveTo(tx, call, await lockInState(tx, id, 'scheduled', 'withdrawn'), { action: 'timetable.reopen', state: 'draft' });

/** Undoes the publication of a set, which becomes a draft; `conflict` if one of its rows has been changed since. */
export async function undoChangeSet(tx: Tx, { hand, now }: Call, id: number): Promise<void> {
  const set = await lockInState(tx, id, 'published');
  const changes = await listChanges(tx, set.id);
  const inverse = changes.map(
    (change) =>
      ({
        ...change,
        rowId: change.rowId ?? change.appliedId,
        before: change.after,
        after: change.before,
        ...(change.rowId !== null && { restored: change.rowId }),
      }) as TimetableChange,
  );
  const ids = await applyChanges(tx, set.channelId, inverse);
  for (const change of changes) if (change.appliedId !== null) await updateChange(tx, change.id, { appliedId: null });
  await updateChangeSet(tx, set.id, {
    state: 'draft',
    publishedAt: null,
    changedBy: accountOf(hand),
    changedAt: now,
  });
  await recordRowChanges(tx, hand, { action: 'timetable.undo', set, changes: inverse, ids }, now);
  await recordAudit(
    tx,
    hand,
    {
      action: 'timetable.undo',
      subject: ['change-set', set.id],
      before: shownSet(set),
      after: { ...shownSet(set), state: 'draft' },
    },
    now,
  );
}

/** Publishes one due set in a transaction, or makes it a draft with the reason; null if none is due. */
async function publishOneDue(db: Db, now: Date, done: readonly number[]): Promise<number | null> {
  return db.transaction(async (tx) => {
    const set = await lockDueChangeSet(tx, now, done);
    if (set === null) return null;
    const accountId = set.publishedBy ?? set.changedBy;
    const hand: Hand = { who: await findStaffName(tx, accountId), why: set.reason ?? 'timetable.publish', accountId };
    try {
      await tx.transaction((inner) => publish(inner, { hand, now }, set));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await updateChangeSet(tx, set.id, {
        state: 'draft',
        publishAt: null,
        failure: error.detail ?? error.errorName,
        changedAt: now,
      });
      await recordAudit(
        tx,
        hand,
        {
          action: 'timetable.publish',
          subject: ['change-set', set.id],
          before: shownSet(set),
          after: { ...shownSet(set), state: 'draft', refused: error.errorName },
        },
        now,
      );
    }
    return set.id;
  });
}

/** Publishes the sets that are due. A set whose rows clash by then becomes a draft again, with the reason. */
export async function publishDueChangeSets({ db, now }: { db: Db; now: Date }): Promise<void> {
  const done: number[] = [];
  for (let id = await publishOneDue(db, now, done); id !== null; id = await publishOneDue(db, now, done)) done.push(id);
}
