import { ContentBlockType, NEWS_SECTIONS } from '#shared/enums.ts';
import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { line, pictureReferenceSchema as reference } from '#shared/text/line-schema.ts';

const id = z.number().int().min(1).max(MAX_ID);
const durationMs = z.number().int().min(0).max(86_400_000);

const blockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(ContentBlockType.TEXT), html: z.string().max(200_000) }),
  z.strictObject({
    type: z.literal(ContentBlockType.IMAGE),
    picture: reference.min(1),
    alt: line(300).min(1),
    caption: line(300).optional(),
    credit: line(100).optional(),
  }),
  z.strictObject({ type: z.literal(ContentBlockType.AUDIO), mediaFileId: id, title: line(200), durationMs }),
  z.strictObject({
    type: z.literal(ContentBlockType.VIDEO),
    mediaFileId: id,
    title: line(200),
    durationMs,
    poster: reference,
  }),
  z.strictObject({
    type: z.literal(ContentBlockType.FACEBOOK),
    url: z
      .string()
      .max(500)
      .regex(/^https:\/\/(www|web|m)\.facebook\.com\/[\w./?=&%-]+$/, 'not a post on facebook.com'),
    title: line(200),
  }),
  z.strictObject({
    type: z.literal(ContentBlockType.YOUTUBE),
    videoId: z.string().regex(/^[\w-]{11}$/, 'not a video id of eleven characters'),
    title: line(200),
  }),
  z.strictObject({
    type: z.literal(ContentBlockType.MEDIA_LIBRARY),
    title: line(200),
    items: z
      .array(z.strictObject({ picture: reference.min(1), alt: line(300).min(1), caption: line(300).optional() }))
      .min(1)
      .max(60),
  }),
]);

/** Input of an editor. Missing fields are derived from the others where possible. */
export const articleInputSchema = z
  .strictObject({
    /** The article to change. Absent: a new one. */
    id: id.optional(),
    contentType: z.literal([301, 302, 303, 304, 305, 306, 307, 308]),
    title: line(200).min(1),
    slug: line(120).optional(),
    caption: line(300).default(''),
    previewContent: line(500).optional(),
    blocks: z.array(blockSchema).max(200),
    layoutTemplate: z.literal([1, 2, 3]).default(1),
    keyart: reference.default(''),
    keyartCredit: line(100).default(''),
    columnId: id.nullable().default(null),
    categoryId: id.nullable().default(null),
    section: z.enum(NEWS_SECTIONS).nullable().default(null),
    isRoadCoop: z.boolean().default(false),
    severity: z.literal([1, 2, 3]).nullable().default(null),
    isHot: z.boolean().default(false),
    programId: id.nullable().default(null),
    channelBitwise: z.number().int().min(0).max(7).default(0),
    byline: line(100).default(''),
  })
  .superRefine(({ contentType, section, isRoadCoop, severity }, context) => {
    const needed = contentType === 305 ? 'editorial' : contentType === 306 ? 'traffic' : null;
    const fits =
      contentType === 304 ? section !== null && section !== 'editorial' && section !== 'traffic' : section === needed;
    if (!fits)
      context.addIssue({
        code: 'custom',
        path: ['section'],
        message: 'the section does not exist for this kind of article',
      });
    if (isRoadCoop && contentType !== 306)
      context.addIssue({
        code: 'custom',
        path: ['isRoadCoop'],
        message: 'only traffic news can be attributed to the cooperative',
      });
    if (severity !== null && contentType !== 306)
      context.addIssue({ code: 'custom', path: ['severity'], message: 'only traffic news has a severity' });
  });

export type ArticleInput = z.input<typeof articleInputSchema>;
export type ArticleDraft = z.output<typeof articleInputSchema>;

/** Why a field of an article cannot be published. */
export interface ArticleFault {
  field: string;
  /** Position of the faulty block, if any. */
  block: number | null;
  /** The faulty field of that block. */
  part: string | null;
  problem: 'missing' | 'too-long' | 'invalid' | 'not-found';
}

const text = (name: PropertyKey | undefined) => (typeof name === 'string' ? name : null);

/** A fault at a path of the input, such as `blocks`, 3, `alt`. */
export const faultAt = (path: readonly PropertyKey[], problem: ArticleFault['problem']): ArticleFault => ({
  field: text(path[0]) ?? '',
  block: typeof path[1] === 'number' ? path[1] : null,
  part: text(path.findLast((name) => typeof name === 'string' && name !== path[0])),
  problem,
});

/** Faults of an input, in the order of its fields; none if it is valid. */
export function faultsOf(error: z.ZodError<unknown>): ArticleFault[] {
  return error.issues.map(({ path, code }) =>
    faultAt(path, code === 'too_small' ? 'missing' : code === 'too_big' ? 'too-long' : 'invalid'),
  );
}
