import { text, type Form } from '#domain/forms/fields.rules.ts';

/** Name of a passkey, chosen by the member. */
export const PASSKEY_FORMS = { rename: { name: text(50) } } as const satisfies Record<string, Form>;
