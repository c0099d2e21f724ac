import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { PHONE_FORMS } from './phone-forms.rules.ts';

export const updatePhoneNoBodySchema = wireOf(PHONE_FORMS.updatePhoneNo, {
  verify_sms: 'Whether the number is to be verified by a code',
});
export const queryDuplicatedPhoneNoBodySchema = wireOf(PHONE_FORMS.queryDuplicatedPhoneNo);
export const checkPhoneNoAllowVerifyBodySchema = wireOf(PHONE_FORMS.checkPhoneNoAllowVerify, {
  changeUserPhoneNoRequestId: 'ID of the number change',
});

export const phoneChangeReplySchema = z.object({
  changeUserPhoneNoRequestId: z.number().int().describe('Identifies the number change in verification calls'),
});

export const cancelledReplySchema = z.object({});

export const duplicatedReplySchema = z.object({
  duplicated: z.boolean().describe('Whether another member has verified this number'),
});

export const allowedReplySchema = z.object({ allowed: z.literal(true) });
