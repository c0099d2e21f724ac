import type { Db } from '#db/database.ts';
import { listArticles, type ArticleCard } from '#domain/articles/articles.ts';
import { programmesBetween, type Broadcast } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS, ContentType } from '#shared/enums.ts';
import { articlePath } from '#shared/paths/article-path.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { followKey } from './follows.rules.ts';
import { inOrder, type Followed, type NewsItem, type NewsState } from './news.rules.ts';
import { playPath, type Subject } from './subjects.ts';

interface Context {
  db: Db;
  now: Date;
}

const DAY_MS = 24 * 3_600_000;
/** How far ahead the next broadcast is sought. */
const AHEAD_MS = 7 * DAY_MS;
/** How long traffic news of a district is news, and how much of it is read. */
const ROAD_MS = 12 * 3_600_000;
const ROAD_READ = 50;
const TUNNEL_STATES = { 1: 'clear', 2: 'slow', 3: 'jammed' } as const;

const NONE = { endsAtMs: null, channelId: null, minutes: null, state: null };

const toNext = ({ programName, programId, programSlug, channelId, startsAtMs, endsAtMs }: Broadcast): NewsItem => ({
  ...NONE,
  what: 'next',
  title: programName,
  path: contentPaths.program(programId, programSlug),
  startsAtMs,
  endsAtMs,
  channelId,
});

/** The first broadcast of each programme from now on. The timelines of the channels are in memory. */
async function nextOf(context: Context, isNeeded: boolean): Promise<Map<number, Broadcast>> {
  const next = new Map<number, Broadcast>();
  if (!isNeeded) return next;
  const until = new Date(context.now.getTime() + AHEAD_MS);
  const all = await Promise.all(
    CHANNEL_IDS.map((channelId) => programmesBetween(context, channelId, context.now, until)),
  );
  for (const broadcast of all.flat().toSorted((a, b) => a.startsAtMs - b.startsAtMs))
    if (broadcast.hasPage && !next.has(broadcast.programId)) next.set(broadcast.programId, broadcast);
  return next;
}

async function roadNews({ db, now }: Context, isNeeded: boolean): Promise<ArticleCard[]> {
  if (!isNeeded) return [];
  const { articles } = await listArticles(
    { db },
    { contentTypes: [ContentType.TRAFFIC_NEWS_ARTICLE] },
    { limit: ROAD_READ },
  );
  return articles.filter(({ publishAtMs }) => publishAtMs > now.getTime() - ROAD_MS);
}

/** What is new of public subjects, in a number of queries that does not depend on how many there are. */
export async function newsOf(context: Context, subjects: readonly Subject[]): Promise<Followed[]> {
  const has = (of: Subject['of']) => subjects.some((subject) => subject.of === of);
  const [next, road] = await Promise.all([
    nextOf(context, has('program') || has('host')),
    roadNews(context, has('district')),
  ]);

  const ofPrograms = (programs: Extract<Subject, { of: 'host' }>['programs']): NewsItem[] => {
    const newest = programs
      .flatMap(({ title, latestReplay }) => (latestReplay ? { title, ...latestReplay } : []))
      .toSorted((a, b) => b.startsAtMs - a.startsAtMs)[0];
    const coming = programs.flatMap(({ id }) => next.get(id) ?? []).toSorted((a, b) => a.startsAtMs - b.startsAtMs)[0];
    return [
      ...(coming ? [toNext(coming)] : []),
      ...(newest
        ? [
            {
              ...NONE,
              what: 'replay' as const,
              title: newest.title,
              path: contentPaths.replay(newest.archiveId),
              startsAtMs: newest.startsAtMs,
            },
          ]
        : []),
    ];
  };

  const newsAbout = (subject: Subject): NewsItem[] => {
    switch (subject.of) {
      case 'program':
        return ofPrograms([subject.program]);
      case 'host':
        return ofPrograms(subject.programs);
      case 'play': {
        const { play } = subject;
        const startsAtMs = play.startsAt.getTime();
        return [
          { ...NONE, what: 'play', title: play.title, path: playPath(play), startsAtMs, channelId: play.channelId },
        ];
      }
      case 'district':
        return road
          .filter(({ title }) => title.includes(subject.subject))
          .slice(0, 1)
          .map((article) => ({
            ...NONE,
            what: 'road',
            title: article.title,
            path: articlePath(article),
            startsAtMs: article.publishAtMs,
          }));
      case 'tunnel': {
        const { isShown, isClosed, minutes, severity, measuredAtMs } = subject.tunnel;
        if (!isShown) return [];
        const state: NewsState = isClosed ? 'closed' : TUNNEL_STATES[severity];
        const { name: title, path } = subject;
        return [
          { ...NONE, what: 'tunnel', title, path, startsAtMs: measuredAtMs, minutes: isClosed ? null : minutes, state },
        ];
      }
      case 'event': {
        const { startsAt, endsAt, phase } = subject.event;
        const { name: title, path } = subject;
        const span = { startsAtMs: startsAt.getTime(), endsAtMs: endsAt.getTime() };
        return [{ ...NONE, ...span, what: 'event', title, path, state: phase }];
      }
    }
  };
  const byKey = new Map(subjects.map((subject) => [followKey(subject), subject]));
  return inOrder(
    [...byKey.values()].map((subject) => ({
      kind: subject.kind,
      subject: subject.subject,
      name: subject.name,
      path: subject.path,
      news: newsAbout(subject),
    })),
    context.now.getTime(),
  );
}
