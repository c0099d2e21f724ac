import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { isSitePath, MAX_WORDS } from './breaking-news.rules.ts';
import { changeBreakingNews, endBreakingNews, startBreakingNews, type BreakingNewsInput } from './breaking-news.ts';

const id = z.number().int().min(1).max(MAX_ID);
const fields = {
  words: z
    .string()
    .trim()
    .min(1)
    .max(MAX_WORDS)
    .refine((words) => words.isWellFormed() && !/\p{Cc}/u.test(words), 'one line of text'),
  path: z
    .string()
    .trim()
    .default('')
    .refine((path) => path === '' || isSitePath(path), 'a path of the site')
    .describe('A page of the site with more of it; empty: none'),
  ends_ts: z
    .number()
    .int()
    .min(1)
    .max(4_102_444_800)
    .describe('Unix seconds, at most 24 hours after the start')
    .transform((seconds) => new Date(seconds * 1000)),
};

/** The action that brings back what was. */
const back = (newsId: number, { words, path, endsAt }: BreakingNewsInput) => ({
  action: 'breaking-news.change',
  input: { id: newsId, words, path, ends_ts: Math.floor(unixSeconds(endsAt)) },
});

/** Staff actions with breaking news. */
export const breakingNewsActions = (): StaffAction[] => [
  staffAction({
    name: 'breaking-news.start',
    permission: 'breaking-news.publish',
    input: z.object(fields),
    needsReason: false,
    assigned: ['subject_id'],
    async run(tx, call, { ends_ts: endsAt, ...input }) {
      const newsId = await startBreakingNews(tx, call, { ...input, endsAt });
      return { result: { id: newsId }, undo: { action: 'breaking-news.end', input: { id: newsId } } };
    },
  }),
  staffAction({
    name: 'breaking-news.change',
    permission: 'breaking-news.publish',
    input: z.object({ id, ...fields }),
    needsReason: false,
    async run(tx, call, { ends_ts: endsAt, ...input }) {
      const former = await changeBreakingNews(tx, call, { ...input, endsAt });
      // What was over before cannot be over again by a change.
      return former.endsAt > call.now ? { undo: back(input.id, former) } : {};
    },
  }),
  staffAction({
    name: 'breaking-news.end',
    permission: 'breaking-news.publish',
    input: z.object({ id }),
    needsReason: false,
    async run(tx, call, { id: newsId }) {
      return { undo: back(newsId, await endBreakingNews(tx, call, newsId)) };
    },
  }),
];
