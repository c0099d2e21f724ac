import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than their size suggests. Started last, one of them would delay the end of the run while other
 * workers are idle. Candidates are in the list of slowest tests that `npm test` prints.
 */
const SLOW = [
  'tests/simulation/mutants.pg.test.ts',
  'server/media/ingest/encoders.pg.test.ts',
  'domain/film-making/film-making.pg.test.ts',
  'domain/renewals/kill-renewals.pg.test.ts',
  'server/media/ingest/kill.pg.test.ts',
  'tests/simulation/checkouts.pg.test.ts',
  'domain/members/fuzz.pg.test.ts',
  'domain/film-making/kill-uploads.pg.test.ts',
  'domain/receipts/kill-numbers.pg.test.ts',
  'domain/drafts/kill-publishing.pg.test.ts',
  'domain/search/search-queries.pg.test.ts',
  'tests/e2e/start.e2e.ts',
  'tests/e2e/routes-first.e2e.ts',
  'tests/e2e/routes-second.e2e.ts',
  'tests/e2e/phones-p2a.e2e.ts',
  'tests/e2e/ads/ad-world-wrong.e2e.ts',
  'tests/e2e/first-press.e2e.ts',
  'tests/e2e/backup.e2e.ts',
  'tests/e2e/drain.e2e.ts',
  'tests/e2e/routes.e2e.ts',
  // In this order three workers end at about the same time.
  'tests/e2e/sound/trouble.e2e.ts',
  'tests/e2e/sound/play.e2e.ts',
  'tests/e2e/sound/replay.e2e.ts',
  'tests/e2e/sound/time.e2e.ts',
  'tests/e2e/engines/smoke.e2e.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = SLOW.findIndex((file) => moduleId.endsWith(file));
  return at === -1 ? SLOW.length : at;
};

/** The order of the base class, with slow files first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
