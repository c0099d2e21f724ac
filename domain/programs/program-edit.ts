import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueSearchIndex, queueSearchRebuild } from '#db/outbox.ts';
import { demandRevision, differencesOf, revisionOf } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { ContentType, HOST_TYPE } from '#shared/enums.ts';
import { addsChannel, channelScopes, scopesWithin } from '#shared/staff/channel-scopes.ts';
import { pageOf, type ListPosition } from '#shared/staff/list-position.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { slugOf } from '#shared/text/slug-of.ts';
import type { ProgramFields } from './program-edit.schema.ts';
import {
  findBrokenFields,
  findEditableProgram,
  findPartIds,
  findProgramChoices,
  findProgramRows,
  insertProgram,
  lockEditableProgram,
  updateProgram,
  updateProgramStatus,
  type EditableProgram,
  type ProgramListFilter,
} from './program-edit.store.ts';

interface Call {
  hand: Hand;
  now: Date;
}

/** Several edits within it cause one rebuild of the search index. */
const REBUILD_AFTER_MS = 10 * 60_000;

/** A programme of any state but deleted, with its revision and who changed it last; `dataNotFound` for any other. */
export async function getEditableProgram({ db }: { db: Db }, id: number) {
  const program = await findEditableProgram(db, id);
  if (program === null) throw new DomainError('dataNotFound');
  const { name, at } = await lastChangeOf(db, ['program', id]);
  return { ...program, revision: revisionOf(program.fields), changedBy: name, changedAt: at };
}

/** Programmes of every state but deleted in list order; `next` is the position of the next page. */
export async function listProgramsForStaff(
  { db }: { db: Db },
  filter: ProgramListFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
) {
  return pageOf(await findProgramRows(db, filter, { after, limit: limit + 1 }), limit);
}

/** What a programme may name. */
export const listProgramChoices = ({ db }: { db: Db }) => findProgramChoices(db);

const scopesOf = (id: number, { channelBitwise, parentProgramId }: ProgramFields): Scope[] => [
  ...channelScopes(channelBitwise),
  ...[id, parentProgramId].flatMap((program): Scope[] =>
    program === null ? [] : [{ kind: 'program', id: String(program) }],
  ),
];

/** Scopes whose holders may edit a programme. */
export async function scopesOfProgram(db: Db | Tx, id: number): Promise<Scope[]> {
  const program = await findEditableProgram(db, id);
  return program === null ? [] : scopesOf(id, program.fields);
}

/** Scopes whose holders may make this edit: none if it adds a channel or moves the programme under another. */
export async function scopesOfEdit(tx: Tx, id: number, after: ProgramFields): Promise<Scope[]> {
  const program = await findEditableProgram(tx, id);
  if (program === null) return [];
  const { fields } = program;
  if (addsChannel(fields.channelBitwise, after.channelBitwise) || fields.parentProgramId !== after.parentProgramId)
    return [];
  return scopesWithin(scopesOf(id, fields), after.channelBitwise);
}

/** Scopes whose holders may add this programme: its channel, if it has one only, or the programme of which it is a part. */
export async function scopesOfNew(tx: Tx, fields: ProgramFields): Promise<Scope[]> {
  if (fields.parentProgramId !== null) {
    const parent = await findEditableProgram(tx, fields.parentProgramId);
    if (parent === null || addsChannel(parent.fields.channelBitwise, fields.channelBitwise)) return [];
    return scopesOf(parent.id, parent.fields);
  }
  const channels = channelScopes(fields.channelBitwise);
  return channels.length === 1 ? channels : [];
}

const tidy = (fields: ProgramFields): ProgramFields => ({
  ...fields,
  titleChi: fields.titleChi || fields.title,
  slug: slugOf(fields.slug || fields.title, 'program'),
});

async function demandSound(tx: Tx, id: number | null, fields: ProgramFields): Promise<void> {
  const broken = await findBrokenFields(tx, id, fields);
  if (broken.length > 0)
    throw new DomainError('invalidParam', {
      fieldErrors: Object.fromEntries(broken.map((name) => [name, ['names nothing that fits']])),
    });
}

/** Purges pages that show the programme and updates the search index, also of what repeats its name. */
async function announce(tx: Tx, id: number, hostIds: readonly number[], isNameChanged: boolean, now: Date) {
  await purgePages(tx, ['programs', 'hosts', 'timetable', 'archive']);
  const parts = await findPartIds(tx, id);
  for (const [contentType, ids] of [
    [ContentType.PROGRAM, [id, ...parts]],
    [HOST_TYPE, hostIds],
  ] as const)
    for (const itemId of new Set(ids)) await queueSearchIndex(tx, contentType, itemId);
  // Replays and articles repeat it too, which may be many.
  if (isNameChanged) await queueSearchRebuild(tx, new Date(now.getTime() + REBUILD_AFTER_MS));
}

/** Adds a programme, which is public at once. */
export async function addProgram(tx: Tx, { hand, now }: Call, given: ProgramFields): Promise<number> {
  const fields = tidy(given);
  await demandSound(tx, null, fields);
  const id = await insertProgram(tx, fields, now);
  await announce(tx, id, fields.hostIds, false, now);
  await recordAudit(tx, hand, { action: 'programs.create', subject: ['program', id], after: { ...fields } }, now);
  return id;
}

async function lockProgram(tx: Tx, id: number): Promise<EditableProgram> {
  const program = await lockEditableProgram(tx, id);
  if (program === null) throw new DomainError('dataNotFound');
  return program;
}

/**
 * Saves all fields of a programme. `base` is the revision that the editor began with; `conflict` with the present
 * fields at any other. Returns the fields before and after.
 */
export async function saveProgram(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields: given }: { id: number; base: string; fields: ProgramFields },
): Promise<{ before: ProgramFields; after: ProgramFields; revision: string }> {
  const { fields: before } = await lockProgram(tx, id);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['program', id])).name });
  const after = tidy(given);
  await demandSound(tx, id, after);
  await updateProgram(tx, id, after, now);
  const isNameChanged = (['title', 'titleChi', 'slug', 'hostIds'] as const).some(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  await announce(tx, id, [...before.hostIds, ...after.hostIds], isNameChanged, now);
  const changes = differencesOf(before, after);
  await recordAudit(tx, hand, { action: 'programs.save', subject: ['program', id], ...changes }, now);
  return { before, after, revision: revisionOf(after) };
}

/** Takes a programme from public pages, or puts it back; `conflict` if that is so already. Its replays remain. */
export async function showProgram(
  tx: Tx,
  { hand, now }: Call,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<void> {
  const { fields, isActive: wasActive } = await lockProgram(tx, id);
  if (wasActive === isActive) throw refused(isActive ? 'public-already' : 'retired-already');
  await updateProgramStatus(tx, id, isActive, now);
  await announce(tx, id, fields.hostIds, true, now);
  const state = (active: boolean) => ({ state: active ? 'active' : 'retired' });
  await recordAudit(
    tx,
    hand,
    {
      action: isActive ? 'programs.restore' : 'programs.retire',
      subject: ['program', id],
      before: { title: fields.title, ...state(wasActive) },
      after: { title: fields.title, ...state(isActive) },
    },
    now,
  );
}
