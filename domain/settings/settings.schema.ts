import { z } from 'zod';
import { MAX_PARAGRAPH, MAX_PARAGRAPHS, MAX_SUBJECT } from '#domain/mail/mail-texts.rules.ts';

export const mailKeySchema = z.string().regex(/^[a-z0-9.-]{1,60}$/);
/** Words of a mail. The door reports each fault. */
export const mailTextShape = {
  subject: z
    .string()
    .trim()
    .max(MAX_SUBJECT * 2),
  paragraphs: z
    .array(
      z
        .string()
        .trim()
        .max(MAX_PARAGRAPH * 2),
    )
    .max(MAX_PARAGRAPHS * 2),
};
