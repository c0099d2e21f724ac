import { drawn, id, oneOf, optional, text, type Form } from '#domain/forms/fields.rules.ts';

/** HD and SD, with the same numbers as section playback. */
const quality = oneOf(11, 12);
const name = text(50);

export const PODCAST_FORMS = {
  /** Without a programme: all favourites. */
  make: { name, program_id: optional(drawn(id, { type: 'choice' })), quality },
  rename: { name },
} as const satisfies Record<string, Form>;
