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

const draftBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(ContentBlockType.TEXT), html: line(200_000) }),
  z.strictObject({
    type: z.literal(ContentBlockType.IMAGE),
    picture: reference,
    alt: line(600),
    caption: line(600).optional(),
    credit: line(200).optional(),
  }),
  z.strictObject({
    type: z.literal(ContentBlockType.AUDIO),
    mediaFileId: unfinishedId,
    title: line(400),
    durationMs,
  }),
  z.strictObject({
    type: z.literal(ContentBlockType.VIDEO),
    mediaFileId: unfinishedId,
    title: line(400),
    durationMs,
    poster: reference,
  }),
  z.strictObject({ type: z.literal(ContentBlockType.FACEBOOK), url: line(1_000), title: line(400) }),
  z.strictObject({ type: z.literal(ContentBlockType.YOUTUBE), videoId: line(200), title: line(400) }),
  z.strictObject({
    type: z.literal(ContentBlockType.MEDIA_LIBRARY),
    title: line(400),
    items: z.array(z.strictObject({ picture: reference, alt: line(600), caption: line(600).optional() })).max(60),
  }),
]);

/** Fields of a draft. Empty `slug` and `previewContent` are derived when it is published. */
export const draftFieldsSchema = z.strictObject({
  contentType: z.literal([301, 302, 303, 304, 305, 306, 307, 308]),
  title: line(400),
  slug: line(200),
  caption: line(600),
  previewContent: line(1_000),
  blocks: z
    .array(draftBlockSchema)
    .max(MAX_BLOCKS)
    .refine((blocks) => JSON.stringify(blocks).length <= MAX_BLOCKS_CHARS, 'too long'),
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

export type DraftFields = z.output<typeof draftFieldsSchema>;
export type DraftField = keyof DraftFields;
export type DraftBlock = DraftFields['blocks'][number];

export const DRAFT_FIELDS = Object.keys(draftFieldsSchema.shape) as DraftField[];

/** Of a save: the changed fields alone. */
export const changedFieldsSchema = draftFieldsSchema.partial();
export type ChangedFields = z.output<typeof changedFieldsSchema>;

/** A tab of an editor, chosen by it at random. */
export const clientSchema = z.string().regex(/^[\w-]{8,64}$/);
