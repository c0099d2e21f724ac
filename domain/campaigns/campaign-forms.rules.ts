import { email } from '#domain/forms/email.rules.ts';
import { code, field, flag, like, text, TRUE, type Form } from '#domain/forms/fields.rules.ts';
import { phoneToCall } from '#domain/forms/phone.rules.ts';

// Forms of buyers; also checked in the browser.

/** Maximum characters of a name read on air. */
export const AIR_NAME_CHARS = 12;

const airName = text(AIR_NAME_CHARS, { input: { autoComplete: 'name' } });
const recipient = text(50, { input: { autoComplete: 'name' } });
const phone = phoneToCall(15);
const address = text(200, { hasLines: true, input: { type: 'multiline', autoComplete: 'street-address' } });
const accepted = field<boolean>((given) => (TRUE.has(given) ? { value: true } : { code: 'required' }), {
  type: 'flag',
});

/** Delivery details by delivery method; pickup needs the recipient and no address. */
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
      // Hong Kong has its own, cheaper method.
      isRight: like(/^(?!HK)[A-Z]{2}$/),
      code: 'choice',
      input: { type: 'choice', autoComplete: 'country' },
    }),
  },
  fetched: { recipient, phone_no: phone },
} as const satisfies Record<'here' | 'locker' | 'abroad' | 'fetched', Form>;

export type Reach = keyof typeof DELIVERY_FORMS;

/** The supporter's name to be read on their day, if the tier has one, and whether the campaign's page may list it. */
export const AIR_NAME_FORM = { air_name: airName, is_named: flag } as const satisfies Form;

/** For every payer. A member's address is known. */
export const BUYER_FORM = { is_accepted: accepted } as const satisfies Form;
export const GUEST_FORM = { email, ...BUYER_FORM } as const satisfies Form;

/** The mailed code that verifies a guest's address. */
export const PROOF_FORM = { verify_code: code(6) } as const satisfies Form;
