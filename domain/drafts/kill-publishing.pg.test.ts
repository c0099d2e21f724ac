import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { getArticle } from '#domain/articles/articles.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { draftActions } from './drafts.actions.ts';

const KILLS = killsOf(5);
/**
 * A killed worker holds its jobs for five minutes, which a restart must not wait for. It takes a second or two, on a busy
 * machine longer; the time is printed.
 */
const SHOWN_MS = 300_000;

let desk: OpenDesk;
let watch: Watch;
const purges: { atMs: number; tags: string[] }[] = [];
beforeAll(async () => {
  desk = await openTestDesk({ actions: draftActions() });
  await insertSmallStation(desk.db);
  await insertSmallNewsroom(desk.db);
  // Of long ago: a restarted worker goes over what changed in the last minutes.
  await desk.db.execute(sql`update articles set updated_at = now() - interval '1 day'`);
  desk.clock.now = new Date();
  watch = await watchNotifications(desk.database.pool, PAGE_PURGE, {
    onMessage: (tags) => purges.push({ atMs: Date.now(), tags: tags.split(',') }),
    onListening: () => {},
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await watch.close();
  await desk.close();
});

const children: ChildProcess[] = [];
function spawnDesk() {
  const child = spawn(process.execPath, ['tests/factories/publishing.process.ts'], {
    env: { ...process.env, DATABASE_URL: desk.database.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return { child, ready: once(child.stdout, 'data'), gone: once(child, 'exit') };
}

/** What became of a draft: its article, if it has one, and how often it was published. */
async function publicationsOf(draftId: number) {
  const { rows } = await desk.db.execute<{ id: number; revisions: number; events: number; found: number }>(sql`
    select article_id as id,
      (select count(*)::int from article_revisions r where r.article_id = d.article_id) as revisions,
      (select count(*)::int from audit_events a
        where a.action = 'articles.publish' and a.subject_id = d.article_id::text) as events,
      (select count(*)::int from search_documents s
        where s.item_id = d.article_id and s.content_type = 301) as found
    from article_drafts d where id = ${draftId}`);
  return rows[0]!;
}

it(
  'lets the process that publishes be killed around the instant: published once, on pages and in search soon after a restart',
  async () => {
    const editor = await desk.enter('editor');
    let running = spawnDesk();
    let spare = spawnDesk();
    await running.ready;
    let slowestMs = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const fields = { contentType: 301, title: `第 ${kill} 篇`, blocks: [{ type: 1, html: '<p>內文</p>' }] };
      const begun = await desk.call('/api/staff/drafts', { cookie: editor.cookie, body: { fields } });
      const { draft_id: draftId } = begun.response as { draft_id: number };
      const publishTs = Math.ceil((Date.now() + 300) / 1000);
      const line = `${editor.id} ${draftId} ${publishTs}\n`;
      running.child.stdin.write(line);
      // From before the publication is committed until its jobs are done.
      const killAt = publishTs * 1000 + (Math.random() - 0.3) * 1_500;
      await sleep(Math.max(0, killAt - Date.now()));
      expect(running.child.kill('SIGKILL')).toBe(true);
      await running.gone;

      const restartedMs = performance.now();
      running = spare;
      // Loaded while this one works; after the last kill there is none to come.
      if (kill < KILLS) spare = spawnDesk();
      await running.ready;
      // Its caller, who got no reply, sends it again.
      running.child.stdin.write(line);
      const isShown = async () => {
        const { id, revisions, events, found } = await publicationsOf(draftId);
        if (id === null) return null;
        const article = await getArticle({ db: desk.db }, id).catch(() => null);
        const isPurged = purges.some(({ atMs, tags }) => atMs >= publishTs * 1000 && tags.includes(`article:${id}`));
        return { title: article?.title, revisions, events, found, isPurged };
      };
      await expect
        .poll(isShown, { timeout: SHOWN_MS, interval: 20 })
        .toEqual({ title: fields.title, revisions: 1, events: 1, found: 1, isPurged: true });
      slowestMs = Math.max(slowestMs, performance.now() - restartedMs);
    }
    tellKills(`publishing, shown within ${Math.ceil(slowestMs)} ms of a restart`, KILLS, KILLS);
  },
  timeForKills(KILLS),
);
