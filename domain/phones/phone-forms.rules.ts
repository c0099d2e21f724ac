import { flag, id, type Form } from '#domain/forms/fields.rules.ts';
import { phoneNumber } from '#domain/forms/phone.rules.ts';

/** Fields of the calls about numbers, in the order of their forms and with the names of the wire. */
export const PHONE_FORMS = {
  updatePhoneNo: { verify_sms: flag, ...phoneNumber },
  queryDuplicatedPhoneNo: phoneNumber,
  checkPhoneNoAllowVerify: { changeUserPhoneNoRequestId: id },
} as const satisfies Record<string, Form>;
