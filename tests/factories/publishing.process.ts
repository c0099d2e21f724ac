// Publishes drafts and runs the jobs that follow, in a separate process that tests kill. Uses DATABASE_URL. It does nothing
// before the first line; each line is an account, a draft and the instant of its publication.
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { Logger, run } from 'graphile-worker';
import { openDatabase } from '#db/database.ts';
import { workerPreset } from '#db/outbox.ts';
import { runAction } from '#domain/actions/actions.ts';
import { spreadRecentChanges } from '#domain/articles/article-edit.ts';
import { articleTasks } from '#domain/articles/articles.jobs.ts';
import { draftActions } from '#domain/drafts/drafts.actions.ts';
import { searchTasks } from '#domain/search/search.jobs.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';

const { DATABASE_URL: url = '' } = process.env;
const { db, pool } = openDatabase(url);
const clock = () => new Date();
const services = { db, clock, actions: draftActions(), findActor: () => Promise.resolve(null) } as never;
let isWorking = false;

async function work(): Promise<void> {
  isWorking = true;
  await run({
    pgPool: pool,
    // As of the site: what is queued for an instant starts at most a second late.
    concurrency: 4,
    pollInterval: 1_000,
    preset: workerPreset,
    noHandleSignals: true,
    taskList: { ...articleTasks({ db, clock }), ...searchTasks({ db, clock }) },
    parsedCronItems: [],
    logger: new Logger(() => () => {}),
  });
  await spreadRecentChanges({ db, now: clock() });
}

flushCompileCache();
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  if (!isWorking) await work();
  const [accountId = 0, draftId = 0, publishTs = 0] = line.split(' ').map(Number);
  const actor = { accountId, name: 'a desk', roles: [{ permissions: ['articles.publish'], scope: null }] };
  const input = { draft_id: draftId, revision: 1, publish_ts: publishTs };
  const request = { name: 'articles.publish', input, reason: '' };
  await runAction(services, actor as unknown as StaffActor, request, { key: `publish-${draftId}`, shownHash: null });
}
