import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { memberOf, membersOnly, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import type { FieldsOf, Form } from '#domain/forms/fields.rules.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import * as requests from './phone-requests.ts';
import type { PhoneServices } from './phone-services.ts';
import { presentRequest, presentSms } from './phone-verification.present.ts';
import * as wire from './phone-verification.schema.ts';
import { sendMemberSms, sendRegistrationSms, verifyMemberSms, verifyRegistrationSms } from './sms-codes.ts';
import { VERIFICATION_FORMS } from './verification-forms.rules.ts';
import { triggerVoice, verifyVoice } from './voice-codes.ts';

const SMS_REFUSALS: ErrorName[] = ['invalidParam', 'smsLimit', 'smsBlocked', 'phoneModeNotSet'];
const MEMBER_REFUSALS: ErrorName[] = ['notAuthenticated', 'invalidParam', 'dataNotFound', 'duplicateVerified'];
const REQUEST_REFUSALS: ErrorName[] = [
  'notAuthenticated',
  'invalidParam',
  'phoneRequestNotFound',
  'phoneRequestInvalid',
  'phoneLimit',
  'phoneBlocked',
  'phoneModeNotSet',
];

/** Parses the fields of a body. A malformed code is refused like a wrong one, but does not use up an attempt. */
function read<F extends Form>(form: F, body: object, now: Date, wrongCode?: ErrorName): FieldsOf<F> {
  try {
    return readForm(form, body as Record<string, unknown>, now);
  } catch (error) {
    const isWrongCode = error instanceof FormError && error.faults.every(({ code }) => code === 'code');
    throw isWrongCode && wrongCode ? new DomainError(wrongCode, error.detail) : error;
  }
}

const memberIdOf = async (request: FastifyRequest): Promise<number> => (await memberOf(request)).memberId;

/** Calls that verify a phone, of registrations and of members. */
export async function phoneVerificationApi(
  app: FastifyInstance,
  { phones: services, clock }: { phones: PhoneServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const schemaOf = <B extends z.ZodType, R extends z.ZodType>(
    summary: string,
    body: B,
    reply: R,
    names: ErrorName[],
  ) => ({
    tags: ['phones'],
    summary,
    consumes: ['application/json'],
    body,
    response: { 200: wrapped(reply), ...refusals(...names) },
  });

  // REGISTRATION
  api.post(
    '/api/user/sendVerifySms',
    {
      schema: schemaOf(
        'Texts a code to the number of a registration',
        wire.registrationSmsBodySchema,
        wire.smsSentReplySchema,
        [...SMS_REFUSALS, 'duplicateVerifiedByUser'],
      ),
    },
    async (request) => {
      const visitor = visitorOf(request, clock());
      const fields = read(VERIFICATION_FORMS.sendVerifySmsOfRegistration, request.body, visitor.now);
      const given = { randomSalt: fields.random_salt, ...(fields.turnstileToken !== null && { human: fields }) };
      return ok(presentSms(await sendRegistrationSms(services, given, visitor)));
    },
  );
  api.post(
    '/api/user/verifySms',
    {
      schema: schemaOf(
        'Proves the number of a registration by the code that was texted',
        wire.verifySmsBodySchema,
        wire.verifiedReplySchema,
        [...SMS_REFUSALS, 'duplicateVerified', 'duplicateVerifiedByUser'],
      ),
    },
    async (request) => {
      const visitor = visitorOf(request, clock());
      const fields = read(VERIFICATION_FORMS.verifySms, request.body, visitor.now, 'verifyCodeNotFound');
      const { random_salt: randomSalt, verify_code: code } = fields;
      await verifyRegistrationSms(services, { randomSalt, code, human: fields }, visitor);
      return ok({ verified: true as const });
    },
  );

  // TEXTS TO A MEMBER'S NUMBER
  api.post(
    '/api/userinfo/sendVerifySms',
    {
      schema: schemaOf(
        'Texts a code to the number of a change; null: to the present number',
        wire.sendVerifySmsBodySchema,
        wire.smsSentReplySchema,
        [...SMS_REFUSALS, ...MEMBER_REFUSALS],
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberIdOf(request);
      const visitor = visitorOf(request, clock());
      const { changeUserPhoneNoRequestId: changeId } = read(
        VERIFICATION_FORMS.sendVerifySms,
        request.body,
        visitor.now,
      );
      return ok(presentSms(await sendMemberSms(services, { memberId, changeId }, visitor)));
    },
  );
  api.post(
    '/api/userinfo/verifySms',
    {
      schema: schemaOf(
        'Proves the number by the code that was texted',
        wire.verifySmsBodySchema,
        wire.verifiedReplySchema,
        [...SMS_REFUSALS, ...MEMBER_REFUSALS],
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberIdOf(request);
      const visitor = visitorOf(request, clock());
      const fields = read(VERIFICATION_FORMS.verifySms, request.body, visitor.now, 'verifyCodeNotFound');
      const { random_salt: randomSalt, verify_code: code } = fields;
      await verifyMemberSms(services, { memberId, randomSalt, code, human: fields }, visitor);
      return ok({ verified: true as const });
    },
  );

  // P2A AND VOICE CODES
  const told = (row: requests.PhoneRequestRow, now: Date) =>
    ok(presentRequest(row, { now, isSmsOnly: services.isSmsOnly }));
  const toRequestName = (
    memberId: number,
    fields: FieldsOf<typeof VERIFICATION_FORMS.p2aRequest>,
  ): requests.RequestName => ({
    memberId,
    id: fields.p2a_verification_request_id,
    pageInstance: fields.page_instance,
    phoneNo: fields.verifying_phone_no,
  });

  api.post(
    '/api/userinfo/createP2AVerifyRequestOnCurrent',
    {
      schema: {
        tags: ['phones'],
        summary: 'Starts verification of the member’s current or new phone number',
        description: 'While a request is in progress, its state is returned again. No body.',
        response: {
          200: wrapped(wire.phoneRequestReplySchema),
          ...refusals('notAuthenticated', 'phoneModeNotSet', 'phoneVerifiedByAnother', 'phoneNotAllowed', 'phoneLimit'),
        },
      },
    },
    async (request) => {
      const memberId = await memberIdOf(request);
      const visitor = visitorOf(request, clock());
      return told(await requests.createRequest(services, memberId, visitor), visitor.now);
    },
  );
  const openings = [
    ['initP2ASmsVerifyProcess', 'Opens the 300 seconds in which the member texts us', requests.openSms],
    ['retryP2ACallVerifyProcess', 'Opens the 180 seconds in which the member calls us', requests.openCall],
    ['initVoiceOtpVerifyProcess', 'Opens the 300 seconds in which a code is said by phone', requests.openVoice],
    ['triggerVoiceOtpRequest', 'Calls the member with a code', triggerVoice],
  ] as const;
  for (const [call, summary, door] of openings)
    api.post(
      `/api/userinfo/${call}`,
      {
        schema: schemaOf(summary, wire.p2aBodySchema, wire.phoneRequestReplySchema, REQUEST_REFUSALS),
        ...membersOnly,
      },
      async (request) => {
        const memberId = await memberIdOf(request);
        const visitor = visitorOf(request, clock());
        const fields = read(VERIFICATION_FORMS.p2aRequest, request.body, visitor.now);
        return told(await door(services, toRequestName(memberId, fields), visitor), visitor.now);
      },
    );
  api.post(
    '/api/userinfo/checkP2APhoneVerifyStatus',
    {
      schema: schemaOf(
        'How a request stands; ends it where the call or text has come, or timeout_check is true',
        wire.checkP2aPhoneVerifyStatusBodySchema,
        wire.phoneRequestReplySchema,
        REQUEST_REFUSALS,
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberIdOf(request);
      const visitor = visitorOf(request, clock());
      const fields = read(VERIFICATION_FORMS.checkP2APhoneVerifyStatus, request.body, visitor.now);
      const how = { verifyType: fields.verify_type, isLast: fields.timeout_check };
      return told(await requests.checkRequest(services, toRequestName(memberId, fields), how, visitor), visitor.now);
    },
  );
  api.post(
    '/api/userinfo/verifyVoiceOtp',
    {
      schema: schemaOf(
        'Proves the number by the code that was said',
        wire.verifyVoiceOtpBodySchema,
        wire.phoneRequestReplySchema,
        REQUEST_REFUSALS,
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberIdOf(request);
      const visitor = visitorOf(request, clock());
      const fields = read(VERIFICATION_FORMS.verifyVoiceOtp, request.body, visitor.now, 'voiceCodeMismatch');
      const given = { code: fields.verify_code, human: fields };
      return told(await verifyVoice(services, toRequestName(memberId, fields), given, visitor), visitor.now);
    },
  );
}
