import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { PHONE_FORMS } from './phone-forms.rules.ts';

export const updatePhoneNoBodySchema = wireOf(PHONE_FORMS.updatePhoneNo, {
  verify_sms: 'Whether it will be verified by a code',
});
export const queryDuplicatedPhoneNoBodySchema = wireOf(PHONE_FORMS.queryDuplicatedPhoneNo);
export const checkPhoneNoAllowVerifyBodySchema = wireOf(PHONE_FORMS.checkPhoneNoAllowVerify, {
  changeUserPhoneNoRequestId: 'Change that is meant',
});

export const phoneChangeReplySchema = z.object({
  changeUserPhoneNoRequestId: z.number().int().describe('Names the change in the calls that verify it'),
});

export const duplicatedReplySchema = z.object({
  duplicated: z.boolean().describe('Another member has verified this number'),
});

export const allowedReplySchema = z.object({ allowed: z.literal(true) });
