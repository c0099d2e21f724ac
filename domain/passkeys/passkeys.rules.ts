import { text, type Form } from '#domain/forms/fields.rules.ts';

/** What a member may call a key. */
export const PASSKEY_FORMS = { rename: { name: text(50) } } as const satisfies Record<string, Form>;
