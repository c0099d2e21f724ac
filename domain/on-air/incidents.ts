import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { tellStaff } from '#db/notifications.ts';
import { jobBacklog } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { soundHealth } from '#domain/media/media.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { findWrongClocks } from './clocks.store.ts';
import { findConditions, RUNBOOK_OF, type IncidentKind, type StationState } from './incidents.rules.ts';
import * as store from './incidents.store.ts';
import type { Incident } from './incidents.store.ts';

export type { Incident };
import { findLevels, type SoundLevel } from './levels.store.ts';

/** What other modules know of the station, injected. */
export interface StationChecks {
  providers: () => Promise<StationState['providers']>;
  unplacedReports: () => Promise<number>;
}

/** A level is current if its audio ended within this, which is more than the minute between two measurements. */
const LEVEL_MS = 120_000;

/** Seconds of silence that a channel ends with; 0 if it is heard, or was not measured lately. */
export const silentFor = (level: SoundLevel | undefined, now: Date): number =>
  level?.silentSince && now.getTime() - level.endsAt.getTime() < LEVEL_MS
    ? (level.endsAt.getTime() - level.silentSince.getTime()) / 1_000
    : 0;

async function databaseMs(db: Db): Promise<number> {
  const began = performance.now();
  await db.execute(sql`select 1`);
  return performance.now() - began;
}

/** Compares the station with the rules of the runbooks. Returns whether the list of open incidents changed. */
export async function watchStation(db: Db, checks: StationChecks, now: Date): Promise<boolean> {
  const ageOf = (at: Date | null) => at && (now.getTime() - at.getTime()) / 1_000;
  const took = await databaseMs(db);
  const [{ edges, encoders }, levels, jobs, providers, unplacedReports, clocks] = await Promise.all([
    soundHealth({ db }),
    findLevels(db),
    jobBacklog(db),
    checks.providers(),
    checks.unplacedReports(),
    findWrongClocks(db),
  ]);
  const channels = CHANNEL_IDS.map((channel) => {
    const ages = edges.filter(({ streamId }) => streamId === channel).flatMap(({ endsAt }) => ageOf(endsAt) ?? []);
    const level = levels.find(({ streamId }) => streamId === channel);
    return { channel, edgeAge: ages.length === 0 ? null : Math.min(...ages), silentFor: silentFor(level, now) };
  });
  const conditions = findConditions({
    channels,
    encoders: encoders.map(({ name, isActive, heardAt }) => ({ name, isActive, heardAge: ageOf(heardAt) })),
    jobs,
    databaseMs: took,
    providers,
    unplacedReports,
    clocks,
  });
  return db.transaction(async (tx) => {
    const isChanged = await store.saveConditions(tx, conditions, now);
    if (isChanged) await tellStaff(tx, 'incidents');
    return isChanged;
  });
}

/** Open incidents, oldest first. */
export const openIncidents = (db: Db): Promise<Incident[]> => store.findOpenIncidents(db);

/** Incidents that were open at or after an instant, newest first. */
export const incidentsSince = (db: Db, since: Date, limit: number): Promise<Incident[]> =>
  store.findIncidentsSince(db, since, limit);

const LISTED = 50;

/** Closed incidents, newest first, fifty at once. */
export async function closedIncidents(db: Db, beforeId: number | null) {
  const found = await store.findClosedIncidents(db, { beforeId, limit: LISTED + 1 });
  const incidents = found.slice(0, LISTED);
  return { incidents, nextBeforeId: found.length > LISTED ? incidents.at(-1)!.id : null };
}

/** Closes an incident with a note. It does not reopen while its condition lasts. Throws `dataNotFound`, `conflict`. */
export async function closeIncident(tx: Tx, hand: Hand, id: number, now: Date): Promise<void> {
  const incident = await store.lockIncident(tx, id);
  if (incident === undefined) throw new DomainError('dataNotFound', 'there is no such incident');
  if (incident.closedAt !== null) throw refused('incident-closed');
  await store.closeIncidentRow(tx, id, { closedAt: now, closedBy: hand.who, closingWords: hand.why });
  const { kind, subject } = incident;
  const entry = { action: 'incidents.close', subject: ['incident', id] } as const;
  await recordAudit(tx, hand, { ...entry, before: { kind, subject, open: true }, after: { open: false } }, now);
}

const RUNBOOKS = 'docs/operations/runbooks.md';

/** What to do about a kind of incident: a section of the runbooks, as Markdown. */
export function runbookOf(kind: IncidentKind): { title: string; text: string } {
  const title = RUNBOOK_OF[kind];
  const [, section] = readFileSync(RUNBOOKS, 'utf8').split(`\n## ${title}\n`);
  if (section === undefined) throw new Error(`the runbooks have no section "${title}"`);
  return { title, text: section.split('\n## ', 1)[0]!.trim() };
}
