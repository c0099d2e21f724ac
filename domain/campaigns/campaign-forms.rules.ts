import { email } from '#domain/forms/email.rules.ts';
import { code, field, like, text, TRUE, type Form } from '#domain/forms/fields.rules.ts';
import { phoneToCall } from '#domain/forms/phone.rules.ts';

// What buyers fill in: the browser checks the same.

/** Letters of a name as it is read on air. */
export const AIR_NAME_CHARS = 12;

const airName = text(AIR_NAME_CHARS, { input: { autoComplete: 'name' } });
const recipient = text(50, { input: { autoComplete: 'name' } });
const phone = phoneToCall(15);
const address = text(200, { hasLines: true, input: { type: 'multiline', autoComplete: 'street-address' } });
const accepted = field<boolean>((given) => (TRUE.has(given) ? { value: true } : { code: 'required' }), {
  type: 'flag',
});

/** Where goods go, by how they are delivered; of who fetches them, whose they are and no address. */
export const DELIVERY_FORMS = {
  here: {
    recipient,
    phone_no: phone,
    place: text(50, { input: { autoComplete: 'address-level2' } }),
    address,
  },
  locker: { recipient, phone_no: phone, place: text(50, { input: { autoComplete: 'off' } }) },
  abroad: {
    recipient,
    phone_no: phone,
    address,
    place: text(50, { input: { autoComplete: 'address-level2' } }),
    postcode: text(12, { isOptional: true, input: { autoComplete: 'postal-code' } }),
    country: text(2, {
      least: 2,
      // What goes to Hong Kong is sent otherwise, for less.
      isRight: like(/^(?!HK)[A-Z]{2}$/),
      code: 'choice',
      input: { type: 'choice', autoComplete: 'country' },
    }),
  },
  fetched: { recipient, phone_no: phone },
} as const satisfies Record<'here' | 'locker' | 'abroad' | 'fetched', Form>;

export type Reach = keyof typeof DELIVERY_FORMS;

/** Of who supports: the name that is read on their day, where their tier has one. */
export const AIR_NAME_FORM = { air_name: airName } as const satisfies Form;

/** Of everybody who pays. A member's address is known. */
export const BUYER_FORM = { is_accepted: accepted } as const satisfies Form;
export const GUEST_FORM = { email, ...BUYER_FORM } as const satisfies Form;

/** The mailed code that proves a guest's address. */
export const PROOF_FORM = { verify_code: code(6) } as const satisfies Form;
