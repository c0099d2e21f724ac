import { z } from 'zod';
import { HUMAN_FIELDS, ONCE_FIELD } from '#domain/forms/human.rules.ts';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { CONTACT_FORMS } from './contact.rules.ts';

/** Former name of the token field, still accepted from existing clients. */
export const FORMER_TOKEN_FIELD = 'bot_token';

const carried = {
  [FORMER_TOKEN_FIELD]: z.string().optional().describe('Former name of turnstileToken'),
  [ONCE_FIELD]: z
    .string()
    .max(100)
    .optional()
    .describe('Made once for a filled form: sending the same form again under it does nothing'),
  [HUMAN_FIELDS.trap]: z.string().max(1_000).optional().describe('Leave it empty'),
};

/** Loose schemas, so that the form's own rules report every field fault. */
const isLoose = true;
export const contactBodySchema = wireOf(
  CONTACT_FORMS.contact,
  {
    topic: 'What it is about',
    name: 'Of whom it is',
    email: 'Where the answer goes',
    phone: 'Digits',
    message: 'What is said',
    picture: 'PNG or JPEG file',
  },
  { isLoose },
).extend(carried);
export const lostPropertyBodySchema = wireOf(
  CONTACT_FORMS.lostproperty,
  {
    name: 'Of whom it is',
    phone: 'Digits',
    email: 'E-mail address',
    item: 'What was lost',
    place: 'Where',
    time: 'When',
    description: 'What it looks like',
  },
  { isLoose },
).extend(carried);

export const sentReplySchema = z.object({ sent: z.literal(true) });
