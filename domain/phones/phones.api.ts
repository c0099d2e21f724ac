import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { memberOf, membersOnly, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { ownPassword } from '#domain/auth/auth.schema.ts';
import { readForm } from '#domain/forms/forms.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { PHONE_FORMS } from './phone-forms.rules.ts';
import * as wire from './phones.schema.ts';
import {
  cancelPhoneChange,
  demandVerifiablePhone,
  isDuplicatedPhoneNo,
  updatePhoneNo,
  type PhoneNumberServices,
} from './phones.ts';

/** Calls about the phone number of a member. */
export async function phonesApi(
  app: FastifyInstance,
  { phones: services, clock }: { phones: PhoneNumberServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['phones'];
  const consumes = ['application/json'];

  api.post(
    '/api/userinfo/updatePhoneNo',
    {
      schema: {
        tags,
        summary:
          'Changes the number: at once, or with verify_sms when it is verified; asks for `password` 15 minutes after the log-in',
        consumes,
        body: wire.updatePhoneNoBodySchema.extend(ownPassword),
        response: {
          200: wrapped(wire.phoneChangeReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'dataNotFound',
            'duplicateVerified',
            'oldPasswordMismatch',
            'tooManyRequests',
          ),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await memberOf(request);
      const visitor = visitorOf(request, clock());
      const fields = readForm(PHONE_FORMS.updatePhoneNo, request.body, visitor.now);
      const phone = { phoneNoCountry: fields.phone_no_country, phoneNo: fields.phone_no };
      const wish = { phone, verifySms: fields.verify_sms, password: request.body.password };
      return ok({ changeUserPhoneNoRequestId: await updatePhoneNo(services, actor, wish, visitor) });
    },
  );
  api.post(
    '/api/userinfo/cancelPhoneChange',
    {
      schema: {
        tags,
        summary: 'Cancels a pending change of number',
        response: {
          200: wrapped(wire.cancelledReplySchema),
          ...refusals('notAuthenticated', 'dataNotFound', 'tooManyRequests'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      await cancelPhoneChange(services, await memberOf(request), visitorOf(request, clock()));
      return ok({});
    },
  );
  api.post(
    '/api/userinfo/queryDuplicatedPhoneNo',
    {
      schema: {
        tags,
        summary: 'Whether a phone number is verified by another member',
        consumes,
        body: wire.queryDuplicatedPhoneNoBodySchema,
        response: {
          200: wrapped(wire.duplicatedReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'tooManyRequests'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      const now = clock();
      const fields = readForm(PHONE_FORMS.queryDuplicatedPhoneNo, request.body, now);
      const phone = { phoneNoCountry: fields.phone_no_country, phoneNo: fields.phone_no };
      return ok({ duplicated: await isDuplicatedPhoneNo(services, { memberId, phone }, now) });
    },
  );
  api.post(
    '/api/userinfo/checkPhoneNoAllowVerify',
    {
      schema: {
        tags,
        summary: 'Whether the number of a change may be verified',
        consumes,
        body: wire.checkPhoneNoAllowVerifyBodySchema,
        response: {
          200: wrapped(wire.allowedReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound', 'duplicateVerified'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      const now = clock();
      const { changeUserPhoneNoRequestId: changeId } = readForm(PHONE_FORMS.checkPhoneNoAllowVerify, request.body, now);
      await demandVerifiablePhone(services, { memberId, changeId }, now);
      return ok({ allowed: true as const });
    },
  );
}
