import { z } from 'zod';
import { ContentBlockType, NEWS_SECTIONS } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';

// What a draft may hold while it is typed: unfinished values are fine, anything that could harm or fill the database is
// not. Whether it may be published is decided by `article-edit.schema.ts`.

/** Characters of all blocks together, as JSON. */
const MAX_BLOCKS_CHARS = 400_000;
const MAX_BLOCKS = 200;

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'not text');
const reference = line(200);
const id = z.number().int().min(1).max(MAX_ID);
const unfinishedId = z.number().int().min(0).max(MAX_ID);
const durationMs = z.number().int().min(0).max(86_400_000);

/** Id of a block within its draft: chosen by its creator, never public. */
const blockId = z.string().regex(/^[\w-]{1,40}$/);

/** Any kind of block, with what every kind has beside its type. */
const blockSchemaWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion('type', [
    z.strictObject({ ...extra, type: z.literal(ContentBlockType.TEXT), html: line(200_000) }),
    z.strictObject({
      ...extra,
      type: z.literal(ContentBlockType.IMAGE),
      picture: reference,
      alt: line(600),
      caption: line(600).optional(),
      credit: line(200).optional(),
    }),
    z.strictObject({
      ...extra,
      type: z.literal(ContentBlockType.AUDIO),
      mediaFileId: unfinishedId,
      title: line(400),
      durationMs,
    }),
    z.strictObject({
      ...extra,
      type: z.literal(ContentBlockType.VIDEO),
      mediaFileId: unfinishedId,
      title: line(400),
      durationMs,
      poster: reference,
    }),
    z.strictObject({ ...extra, type: z.literal(ContentBlockType.FACEBOOK), url: line(1_000), title: line(400) }),
    z.strictObject({ ...extra, type: z.literal(ContentBlockType.YOUTUBE), videoId: line(200), title: line(400) }),
    z.strictObject({
      ...extra,
      type: z.literal(ContentBlockType.MEDIA_LIBRARY),
      title: line(400),
      items: z.array(z.strictObject({ picture: reference, alt: line(600), caption: line(600).optional() })).max(60),
    }),
  ]);

const blocksOf = <Block extends z.ZodType>(block: Block) =>
  z
    .array(block)
    .max(MAX_BLOCKS)
    .refine((blocks) => JSON.stringify(blocks).length <= MAX_BLOCKS_CHARS, 'too long');

/** Fields of an article, of which blocks have no ids yet. Empty `slug` and `previewContent` are derived. */
export const articleFieldsSchema = z.strictObject({
  contentType: z.literal([301, 302, 303, 304, 305, 306, 307, 308]),
  title: line(400),
  slug: line(200),
  caption: line(600),
  previewContent: line(1_000),
  blocks: blocksOf(blockSchemaWith({})),
  layoutTemplate: z.literal([1, 2, 3]),
  keyart: reference,
  keyartCredit: line(200),
  columnId: id.nullable(),
  categoryId: id.nullable(),
  section: z.enum(NEWS_SECTIONS).nullable(),
  isRoadCoop: z.boolean(),
  severity: z.literal([1, 2, 3]).nullable(),
  isHot: z.boolean(),
  programId: id.nullable(),
  channelBitwise: z.number().int().min(0).max(7),
  byline: line(200),
});

const draftBlockSchema = blockSchemaWith({ id: blockId });

/** Fields of a draft. */
export const draftFieldsSchema = articleFieldsSchema.extend({ blocks: blocksOf(draftBlockSchema) });

export type ArticleFields = z.output<typeof articleFieldsSchema>;
export type DraftFields = z.output<typeof draftFieldsSchema>;
export type DraftField = keyof DraftFields;
export type DraftBlock = DraftFields['blocks'][number];

export const DRAFT_FIELDS = Object.keys(draftFieldsSchema.shape) as DraftField[];

const blockIds = z.array(blockId).max(2 * MAX_BLOCKS);

const changes = {
  fields: draftFieldsSchema.omit({ blocks: true }).partial().describe('Changed fields beside the blocks'),
  blocks: z.array(draftBlockSchema).max(MAX_BLOCKS).describe('Changed and added blocks'),
  removed: blockIds.describe('Ids of removed blocks'),
};

/** What a save sends: changed parts alone. */
export const saveSchema = z.strictObject({
  ...changes,
  blocks: changes.blocks.default([]),
  removed: changes.removed.default([]),
  order: z
    .strictObject({ from: blockIds, to: blockIds })
    .optional()
    .describe('Ids of blocks in their order: the last that the tab got from the server, and its own'),
});

/** What others changed since the base revision of a save. */
export const newsSchema = z.object({ ...changes, order: blockIds.optional() });

/** A tab of an editor, chosen by it at random. */
export const clientSchema = z.string().regex(/^[\w-]{8,64}$/);
