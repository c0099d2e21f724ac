import { z } from 'zod';
import { BOT_CHECK_FIELDS, ONCE_FIELD } from '#domain/forms/bot-check.rules.ts';
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
    .describe(
      'Idempotency key generated once per completed form; resubmitting the form with the same key has no effect',
    ),
  [BOT_CHECK_FIELDS.trap]: z.string().max(1_000).optional().describe('Spam trap; must be left empty'),
};

/** Loose schemas, so that the form's own rules report every field fault. */
const isLoose = true;
export const contactBodySchema = wireOf(
  CONTACT_FORMS.contact,
  {
    topic: 'Topic of the message',
    name: 'Name of the sender',
    email: 'E-mail address for the reply',
    phone: 'Phone number, digits only',
    message: 'Text of the message',
    picture: 'PNG or JPEG file',
  },
  { isLoose },
).extend(carried);
export const lostPropertyBodySchema = wireOf(
  CONTACT_FORMS.lostproperty,
  {
    name: 'Name of the sender',
    phone: 'Phone number, digits only',
    email: 'E-mail address',
    item: 'Lost item',
    place: 'Place of the loss',
    time: 'Time of the loss',
    description: 'Description of the item',
  },
  { isLoose },
).extend(carried);

export const sentReplySchema = z.object({ sent: z.literal(true) });
