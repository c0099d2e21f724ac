import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { findEditableArticle } from '#domain/articles/article-edit.ts';
import { scopesOf } from '#domain/drafts/drafts.rules.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { line, pictureReferenceSchema } from '#shared/text/line-schema.ts';
import { MAX_HTML, MAX_NOTE } from './live-blogs.rules.ts';
import {
  closeLiveBlog,
  correctEntry,
  openLiveBlog,
  pinEntry,
  postEntry,
  restoreEntry,
  withdrawEntry,
} from './live-entries.ts';
import { findEntry } from './live-blogs.store.ts';

const id = z.number().int().min(1).max(MAX_ID);
const note = line(MAX_NOTE).describe('Shown to readers');

const written = {
  html: z
    .string()
    .max(MAX_HTML)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'not text'),
  picture: z
    .strictObject({
      picture: pictureReferenceSchema.min(1),
      alt: line(300).min(1),
      caption: line(300).optional(),
      credit: line(100).optional(),
    })
    .nullable()
    .default(null),
  sound: z
    .strictObject({
      channel: z.literal(CHANNEL_IDS),
      at_ts: z.number().int().min(1).max(4_102_444_800).describe('Unix seconds'),
    })
    .nullable()
    .default(null)
    .transform((sound) => sound && { channel: sound.channel, at: new Date(sound.at_ts * 1000) }),
};

const articleScopes = async (tx: Tx, { article_id: articleId }: { article_id: number }): Promise<Scope[]> => {
  const article = await findEditableArticle(tx, articleId);
  return article === null ? [] : scopesOf(article);
};
const entryScopes = async (tx: Tx, { entry_id: entryId }: { entry_id: number }): Promise<Scope[]> => {
  const entry = await findEntry(tx, entryId);
  return entry === null ? [] : articleScopes(tx, { article_id: entry.articleId });
};

const common = { permission: 'articles.publish', needsReason: false } as const;
const ofBlog = { ...common, scopesOf: articleScopes };
const ofEntry = { ...common, scopesOf: entryScopes };

/** Staff actions with live blogs: what they change is public at once. */
export const liveBlogActions = (): StaffAction[] => [
  staffAction({
    ...ofBlog,
    name: 'live-blogs.open',
    input: z.object({ article_id: id }),
    async run(tx, call, { article_id: articleId }) {
      await openLiveBlog(tx, call, articleId);
      return { undo: { action: 'live-blogs.close', input: { article_id: articleId } } };
    },
  }),
  staffAction({
    ...ofBlog,
    name: 'live-blogs.close',
    input: z.object({ article_id: id }),
    async run(tx, call, { article_id: articleId }) {
      await closeLiveBlog(tx, call, articleId);
      return { undo: { action: 'live-blogs.open', input: { article_id: articleId } } };
    },
  }),
  staffAction({
    ...ofBlog,
    name: 'live-blogs.post',
    input: z.object({ article_id: id, ...written, is_signed: z.boolean().default(false) }),
    assigned: ['subject_id'],
    async run(tx, call, { article_id: articleId, is_signed: isSigned, ...input }) {
      const entryId = await postEntry(tx, call, { ...input, articleId, isSigned });
      return {
        result: { entry_id: entryId },
        undo: { action: 'live-blogs.withdraw', input: { entry_id: entryId, note: '' } },
      };
    },
  }),
  staffAction({
    ...ofEntry,
    name: 'live-blogs.correct',
    input: z.object({
      entry_id: id,
      revision: id.describe('As its editor saw it; 409 at any other'),
      ...written,
      note: note.min(1),
    }),
    async run(tx, call, { entry_id: entryId, ...input }) {
      await correctEntry(tx, call, { ...input, id: entryId });
    },
  }),
  staffAction({
    ...ofEntry,
    name: 'live-blogs.withdraw',
    input: z.object({ entry_id: id, note: note.default('') }),
    async run(tx, call, { entry_id: entryId, note: why }) {
      await withdrawEntry(tx, call, { id: entryId, note: why });
      return { undo: { action: 'live-blogs.restore', input: { entry_id: entryId } } };
    },
  }),
  staffAction({
    ...ofEntry,
    name: 'live-blogs.restore',
    input: z.object({ entry_id: id }),
    async run(tx, call, { entry_id: entryId }) {
      const former = await restoreEntry(tx, call, entryId);
      return { undo: { action: 'live-blogs.withdraw', input: { entry_id: entryId, ...former } } };
    },
  }),
  staffAction({
    ...ofEntry,
    name: 'live-blogs.pin',
    input: z.object({ entry_id: id, is_pinned: z.boolean() }),
    async run(tx, call, { entry_id: entryId, is_pinned: isPinned }) {
      const former = await pinEntry(tx, call, { id: entryId, isPinned });
      const back = isPinned && former !== null ? { entry_id: former, is_pinned: true } : null;
      return { undo: { action: 'live-blogs.pin', input: back ?? { entry_id: entryId, is_pinned: !isPinned } } };
    },
  }),
];
