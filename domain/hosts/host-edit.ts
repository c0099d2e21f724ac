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
import type { HostFields } from './host-edit.schema.ts';
import {
  findEditableHost,
  findHostRows,
  findNextPosition,
  findProgramsOfHost,
  insertHost,
  lockEditableHost,
  updateHost,
  updateHostStatus,
  type EditableHost,
  type HostListFilter,
} from './host-edit.store.ts';

interface Call {
  hand: Hand;
  now: Date;
}

/** Several edits within it cause one rebuild of the search index. */
const REBUILD_AFTER_MS = 10 * 60_000;

/** A host of any state but deleted, with its revision, programmes and who changed it last; `dataNotFound` for any other. */
export async function getEditableHost({ db }: { db: Db }, id: number) {
  const host = await findEditableHost(db, id);
  if (host === null) throw new DomainError('dataNotFound');
  const programs = await findProgramsOfHost(db, id);
  const { name, at } = await lastChangeOf(db, ['host', id]);
  return { ...host, revision: revisionOf(host.fields), programs, changedBy: name, changedAt: at };
}

/** Hosts of every state but deleted in list order; `next` is the position of the next page. */
export async function listHostsForStaff(
  { db }: { db: Db },
  filter: HostListFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
) {
  const page = pageOf(await findHostRows(db, filter, { after, limit: limit + 1 }), limit);
  return { ...page, nextPosition: await findNextPosition(db) };
}

/** Scopes whose holders may edit a host: its channels and programmes. */
export async function scopesOfHost(db: Db | Tx, id: number): Promise<Scope[]> {
  const host = await findEditableHost(db, id);
  if (host === null) return [];
  const programs = await findProgramsOfHost(db, id);
  return [
    ...channelScopes(host.fields.channelBitwise),
    ...programs.map((program): Scope => ({ kind: 'program', id: String(program.id) })),
  ];
}

/** Scopes whose holders may make this edit: none if it adds a channel. */
export async function scopesOfEdit(tx: Tx, id: number, after: HostFields): Promise<Scope[]> {
  const host = await findEditableHost(tx, id);
  if (host === null || addsChannel(host.fields.channelBitwise, after.channelBitwise)) return [];
  return scopesWithin(await scopesOfHost(tx, id), after.channelBitwise);
}

/** Scopes whose holders may add this host: its channel, if it has one only. */
export function scopesOfNew({ channelBitwise }: HostFields): Scope[] {
  const channels = channelScopes(channelBitwise);
  return channels.length === 1 ? channels : [];
}

const tidy = (fields: HostFields): HostFields => ({ ...fields, slug: slugOf(fields.slug || fields.name, 'host') });

/** Purges pages that show the host and updates the search index, also of what repeats the name. */
async function announce(tx: Tx, id: number, isNameChanged: boolean, now: Date): Promise<void> {
  await purgePages(tx, ['hosts', 'programs', 'timetable', 'columns', 'archive']);
  const programs = isNameChanged ? await findProgramsOfHost(tx, id) : [];
  for (const [contentType, itemId] of [
    [HOST_TYPE, id] as const,
    ...programs.map((program) => [ContentType.PROGRAM, program.id] as const),
  ])
    await queueSearchIndex(tx, contentType, itemId);
  // Replays and columns repeat it too, which may be many.
  if (isNameChanged) await queueSearchRebuild(tx, new Date(now.getTime() + REBUILD_AFTER_MS));
}

/** Adds a host, who is public at once. */
export async function addHost(tx: Tx, { hand, now }: Call, given: HostFields): Promise<number> {
  const fields = tidy(given);
  const id = await insertHost(tx, fields, now);
  await announce(tx, id, false, now);
  await recordAudit(tx, hand, { action: 'hosts.create', subject: ['host', id], after: { ...fields } }, now);
  return id;
}

async function lockHost(tx: Tx, id: number): Promise<EditableHost> {
  const host = await lockEditableHost(tx, id);
  if (host === null) throw new DomainError('dataNotFound');
  return host;
}

/**
 * Saves all fields of a host. `base` is the revision that the editor began with; `conflict` with the present fields at
 * any other. Returns the fields before and after.
 */
export async function saveHost(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields: given }: { id: number; base: string; fields: HostFields },
): Promise<{ before: HostFields; after: HostFields; revision: string }> {
  const { fields: before } = await lockHost(tx, id);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['host', id])).name });
  const after = tidy(given);
  await updateHost(tx, id, after, now);
  await announce(tx, id, before.name !== after.name || before.nameEng !== after.nameEng, now);
  const changes = differencesOf(before, after);
  await recordAudit(tx, hand, { action: 'hosts.save', subject: ['host', id], ...changes }, now);
  return { before, after, revision: revisionOf(after) };
}

/** Takes a host from public pages, or puts it back; `conflict` if that is so already. */
export async function showHost(
  tx: Tx,
  { hand, now }: Call,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<void> {
  const { fields, isActive: wasActive } = await lockHost(tx, id);
  if (wasActive === isActive) throw refused(isActive ? 'public-already' : 'retired-already');
  await updateHostStatus(tx, id, isActive, now);
  await announce(tx, id, true, now);
  const state = (active: boolean) => ({ state: active ? 'active' : 'retired' });
  await recordAudit(
    tx,
    hand,
    {
      action: isActive ? 'hosts.restore' : 'hosts.retire',
      subject: ['host', id],
      before: { name: fields.name, ...state(wasActive) },
      after: { name: fields.name, ...state(isActive) },
    },
    now,
  );
}
