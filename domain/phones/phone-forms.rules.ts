import { flag, id, type Form } from '#domain/forms/fields.rules.ts';
import { phoneNumber } from '#domain/forms/phone.rules.ts';

/** Fields of the phone number calls, in form order and with their wire names. */
export const PHONE_FORMS = {
  updatePhoneNo: { verify_sms: flag, ...phoneNumber },
  queryDuplicatedPhoneNo: phoneNumber,
  checkPhoneNoAllowVerify: { changeUserPhoneNoRequestId: id },
} as const satisfies Record<string, Form>;
