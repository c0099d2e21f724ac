import { z } from 'zod';
import { CONTACT_TOPICS, HIDDEN_FIELDS } from './contact.schema.ts';

const words = (about: string) => z.string().max(20_000).optional().describe(about);
const carried = {
  [HIDDEN_FIELDS.token]: z.string().max(4_096).optional().describe('Token of the bot check'),
  [HIDDEN_FIELDS.key]: z
    .string()
    .max(100)
    .optional()
    .describe('Made once for a filled form: sending the same form again under it does nothing'),
  [HIDDEN_FIELDS.trap]: z.string().max(1_000).optional().describe('Leave it empty'),
};

/** Bodies of the calls: loose, so that every fault of a field is told by the form's own schema. */
export const contactBodySchema = z.object({
  topic: words(`One of ${CONTACT_TOPICS.join(', ')}`),
  name: words('At most 50 characters'),
  email: words('At most 50 characters'),
  phone: words('Digits, at least 8; may be left out'),
  message: words('At most 2000 characters'),
  picture: z.unknown().optional().describe('PNG or JPEG file of at most 5,242,880 bytes; may be left out'),
  ...carried,
});
export const lostPropertyBodySchema = z.object({
  name: words('At most 500 characters'),
  phone: words('Digits, at least 8'),
  email: words('At most 50 characters; may be left out'),
  item: words('What was lost; at most 500 characters'),
  place: words('Where; at most 500 characters'),
  time: words('When; at most 500 characters'),
  description: words('At most 500 characters; may be left out'),
  ...carried,
});

export const sentReplySchema = z.object({ sent: z.literal(true) });
