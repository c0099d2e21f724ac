import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { StripKind } from '#shared/enums.ts';
import type { Permission } from '#shared/staff/permissions.ts';
import { isSitePath, MAX_WORDS, MESSAGE_KINDS } from './breaking-news.rules.ts';
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

/** Start, change and end of some kinds of lines, by one permission. */
function lineActions(
  module: 'breaking-news' | 'messages',
  permission: Permission,
  kinds: readonly [StripKind, ...StripKind[]],
): StaffAction[] {
  /** The action that brings back what was. */
  const back = (lineId: number, { words, path, endsAt }: BreakingNewsInput) => ({
    action: `${module}.change`,
    input: { id: lineId, words, path, ends_ts: Math.floor(unixSeconds(endsAt)) },
  });
  const common = { permission, needsReason: false };
  return [
    staffAction({
      ...common,
      name: `${module}.start`,
      input: z.object({ kind: z.enum(kinds).default(kinds[0]), ...fields }),
      assigned: ['subject_id'],
      async run(tx, call, { ends_ts: endsAt, ...input }) {
        const lineId = await startBreakingNews(tx, call, { ...input, endsAt });
        return { result: { id: lineId }, undo: { action: `${module}.end`, input: { id: lineId } } };
      },
    }),
    staffAction({
      ...common,
      name: `${module}.change`,
      input: z.object({ id, ...fields }),
      async run(tx, call, { ends_ts: endsAt, ...input }) {
        const former = await changeBreakingNews(tx, call, kinds, { ...input, endsAt });
        // What was over before cannot be over again by a change.
        return former.endsAt > call.now ? { undo: back(input.id, former) } : {};
      },
    }),
    staffAction({
      ...common,
      name: `${module}.end`,
      input: z.object({ id }),
      async run(tx, call, { id: lineId }) {
        return { undo: back(lineId, await endBreakingNews(tx, call, kinds, lineId)) };
      },
    }),
  ];
}

/** Staff actions with breaking news, and with messages of the station such as a typhoon or a stop of the service. */
export const breakingNewsActions = (): StaffAction[] => [
  ...lineActions('breaking-news', 'breaking-news.publish', ['breaking']),
  ...lineActions('messages', 'on-air.message', MESSAGE_KINDS),
];
