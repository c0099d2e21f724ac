import { isbot } from 'isbot';
import type { Db } from '#db/database.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';
import { isNeverSampled, LEFT_OUT, PlayEvent, ReportSource } from '#shared/tracking.ts';
import { agentFamily, networkOf, reporterClass } from './reporter.rules.ts';
import { reportLines } from './report-line.ts';
import { readReports, UnreadableReport } from './reports.rules.ts';
import type { TrackingLog } from './tracking-log.ts';
import { readTrackingToken } from './tracking-token.ts';
import {
  blankReporters,
  countUnplaced,
  dropPartitions,
  makePartitions,
  removePlayersBefore,
} from './tracking.store.ts';

/** Dependencies of tracking. */
export interface TrackingServices {
  log: TrackingLog;
  secretKey: string;
  clock: () => Date;
  /** Called when an article is read; articles count their readers. */
  countReader: (view: { articleId: number; address: string; userAgent: string; now: Date }) => Promise<void>;
  /** Rate limit of a sender: seconds until it may send again. */
  takeTurn: (sender: string) => number | Promise<number>;
  /** Counts calls refused before they reach the log. */
  countRefused: (reason: 'unreadable' | 'too-many') => void;
}

export interface TrackingRequest {
  body: string;
  source: ReportSource;
  address: string;
  userAgent: string;
}

const robots = new Map<string, boolean>();
const ROBOTS_REMEMBERED = 5_000;

/** The robot list is one long regular expression, so its result is cached by user agent. */
function isRobot(userAgent: string): boolean {
  const name = userAgent.slice(0, 500);
  let known = robots.get(name);
  if (known === undefined) {
    if (robots.size >= ROBOTS_REMEMBERED) robots.clear();
    known = isbot(name);
    robots.set(name, known);
  }
  return known;
}

/** Stores the reports of a browser or an app. Resolves once they are durable. */
export async function takeReports(services: TrackingServices, request: TrackingRequest): Promise<void> {
  const { log, secretKey, clock, countReader, takeTurn, countRefused } = services;
  const now = clock();
  const { address, userAgent } = request;
  let batch;
  try {
    batch = readReports(request.body, request.source, now.getTime());
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error;
    countRefused('unreadable');
    throw new DomainError('invalidParam', error.message);
  }
  const { identity, weight } = readTrackingToken(secretKey, batch.token, now);
  const network = networkOf(address);
  const waitSeconds = await takeTurn(identity?.visitor ?? addressKey(address));
  if (waitSeconds > 0) {
    countRefused('too-many');
    throw new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(waitSeconds) });
  }
  const sender = {
    reporter: reporterClass(userAgent, isRobot(userAgent)),
    network,
    agent: agentFamily(userAgent),
    identity,
    weight,
  };
  // An app may not know that it was left out.
  const reports =
    batch.token === LEFT_OUT
      ? batch.reports.filter(({ trackingType }) =>
          isNeverSampled({ isAd: request.source === ReportSource.AD, trackingType }),
        )
      : batch.reports;
  if (reports.length === 0) return;
  await log.append(reportLines(reports, sender, now.getTime()), reports.length);
  for (const { trackingType, contentId } of reports)
    if (trackingType === PlayEvent.CONTENT_VIEWED && contentId !== null)
      await countReader({ articleId: contentId, address, userAgent, now });
}

/** Number of reports outside any day's partition, counted up to a limit. */
export const unplacedReports = (db: Db): Promise<number> => countUnplaced(db);

const startOfHkDay = (day: string) => instantHk(day, 0);

const DAYS_AHEAD = 7;
/** After this reports are anonymised; figures are final long before. */
const NAMED_DAYS = 30;
/** Days checked again each hour, in case the station was off. Older ones are not scanned every time. */
const LOOKED_AT_DAYS = 7;
const BLANK_AT_ONCE = 10_000;
/** Retention of player counts, which are compared with the figures of these days. */
const PLAYERS_DAYS = 90;

/**
 * Creates future partitions, drops expired ones and anonymises old reports. Returns the number of reports outside any
 * partition, which is 0 as long as this runs.
 */
export async function tendPartitions(
  { db, now }: { db: Db; now: Date },
  keptDays: number,
): Promise<{ unplaced: number }> {
  const today = dayHkOf(now);
  const unplaced = await unplacedReports(db);
  await makePartitions(db, unplaced > 0 ? addDaysHk(today, -2) : today, DAYS_AHEAD + (unplaced > 0 ? 3 : 1));
  await dropPartitions(db, addDaysHk(today, -keptDays));
  const before = startOfHkDay(addDaysHk(today, -NAMED_DAYS));
  const from = startOfHkDay(addDaysHk(today, -NAMED_DAYS - LOOKED_AT_DAYS));
  while ((await blankReporters(db, { from, before, limit: BLANK_AT_ONCE })) === BLANK_AT_ONCE);
  await removePlayersBefore(db, startOfHkDay(addDaysHk(today, -PLAYERS_DAYS)));
  return { unplaced };
}
