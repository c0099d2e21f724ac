import { z } from 'zod';
import { line, paragraphs, pictureReferenceSchema } from '#shared/text/line-schema.ts';
import { MAX_POST_CHARS } from './posts.rules.ts';

/** What staff write. The order of the fields is that of a revision. */
export const postFieldsSchema = z.strictObject({
  kind: z.enum(['update', 'question']),
  title: line(100).min(1).describe('Of a question: the question'),
  body: paragraphs(MAX_POST_CHARS).min(1),
  picture: pictureReferenceSchema,
  pictureAlt: line(300).describe('For those who do not see the picture'),
});
export type PostFields = z.infer<typeof postFieldsSchema>;
