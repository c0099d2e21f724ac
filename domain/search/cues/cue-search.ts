import type { ReadDb } from '#db/database.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { fold } from '#domain/search/folding.rules.ts';
import { highlight } from '#domain/search/highlight.rules.ts';
import { parseQuery } from '#domain/search/query.rules.ts';
import { soundQuery } from '#domain/search/romanisation.rules.ts';
import type { TextPart } from '#domain/search/search.schema.ts';
import type { Chain } from '#domain/search/tokens.rules.ts';
import { nearnessOf, runsQuery } from './cue-query.rules.ts';
import { CUES_BESIDE } from './cue-search.schema.ts';
import {
  findCuesByIndex,
  findNamedSections,
  findShownCues,
  walkNewestCues,
  type ShownMoment,
} from './cue-search.store.ts';

export { CUES_BESIDE, CUES_MAX } from './cue-search.schema.ts';

/** A moment at which a keyword was said, or at which a section of that name begins. */
export interface FoundMoment extends ShownMoment {
  parts: TextPart[];
  /** Where playback begins. */
  playAtMs: number;
  /** Playback from there is in the free preview. */
  isFree: boolean;
  /** Its canonical path on this site. */
  path: string;
}

/** So that the sentence is heard from its beginning. */
const LEAD_MS = 2_000;
/** Newest cues examined for a word before the index is asked for all of its cues. */
const GLANCE_DEPTH = 2_000;
/** Number of newest matches that are ranked. */
const CANDIDATES = 200;

/** Newest cues that match a tsquery: of a frequent word among the newest cues, else by the index. */
async function candidatesOf(db: ReadDb, text: string): Promise<number[]> {
  const newest = await walkNewestCues(db, text, GLANCE_DEPTH);
  return newest.length >= CANDIDATES ? newest.slice(0, CANDIDATES) : findCuesByIndex(db, text, CANDIDATES);
}

async function findCues(db: ReadDb, now: Date, text: string, chains: readonly Chain[]): Promise<ShownMoment[]> {
  const whole = await findShownCues(db, await candidatesOf(db, text), now);
  const runs = whole.length > 0 ? null : runsQuery(chains);
  return runs === null ? whole : findShownCues(db, await candidatesOf(db, runs), now);
}

/** Best first, then newest; the same words in one broadcast count once, when they were first said. */
function ranked(moments: readonly ShownMoment[], chains: readonly Chain[]): ShownMoment[] {
  const first = new Map<string, ShownMoment>();
  for (const moment of moments) {
    const key = `${moment.archiveId} ${moment.kind} ${fold(moment.words)}`;
    const known = first.get(key);
    if (known === undefined || moment.startsAt < known.startsAt) first.set(key, moment);
  }
  return [...first.values()]
    .map((moment) => ({ moment, nearness: nearnessOf(moment.words, chains) }))
    .toSorted((a, b) => b.nearness - a.nearness || b.moment.startsAt.getTime() - a.moment.startsAt.getTime())
    .map(({ moment }) => moment);
}

/**
 * Sentences of transcripts and names of sections that contain a keyword. What is found may be heard now: visibility is
 * read with the words, however old the index is.
 */
export async function searchCues(
  { db, now, freeMinutes }: { db: ReadDb; now: Date; freeMinutes: number },
  { q, limit = CUES_BESIDE }: { q: string; limit?: number },
): Promise<{ keyword: string; moments: FoundMoment[] }> {
  const { keyword, chains, text, title } = parseQuery(q);
  if (text === null || title === null) return { keyword, moments: [] };
  const [cues, sections] = await Promise.all([
    findCues(db, now, text, chains),
    findNamedSections(db, title, now, CANDIDATES),
  ]);
  // By sound a name matches without containing what was typed; otherwise it was changed since it was indexed.
  const isSound = soundQuery(keyword) !== null;
  const moments = ranked([...cues, ...sections], chains).flatMap((moment): FoundMoment[] => {
    const parts = highlight(moment.words, chains);
    if (!parts.some(({ hit }) => hit) && !(isSound && moment.kind === 'section')) return [];
    const leadMs = moment.kind === 'cue' ? LEAD_MS : 0;
    const playAtMs = Math.max(moment.startsAt.getTime() - leadMs, moment.sectionStartsAt.getTime());
    const freeUntilMs = moment.archiveStartsAt.getTime() + (moment.freeMinutes ?? freeMinutes) * 60_000;
    const path = contentPaths.replay(moment.archiveId, { atMs: playAtMs });
    return [{ ...moment, parts, playAtMs, isFree: playAtMs < freeUntilMs, path }];
  });
  return { keyword, moments: moments.slice(0, limit) };
}
