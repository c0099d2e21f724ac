import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { membersOnly, privateCalls, type Visitor } from '#domain/auth/auth.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import type { FieldsOf, Form } from '#domain/forms/fields.rules.ts';
import * as bodies from './phone-bodies.schema.ts';
import { ownPassword } from '#domain/auth/auth.schema.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/reply.ts';
import { PHONE_FORMS } from './phone-forms.rules.ts';
import * as requests from './phone-requests.ts';
import type { PhoneServices } from './phone-services.ts';
import { can } from './phones.policy.ts';
import { presentRequest, presentSms } from './phones.present.ts';
import * as replies from './phones.schema.ts';
import { demandVerifiablePhone, isDuplicatedPhoneNo, updatePhoneNo } from './phones.ts';
import { sendMemberSms, sendRegistrationSms, verifyMemberSms, verifyRegistrationSms } from './sms-codes.ts';
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

/** Fields of a body. A code that is no code at all is refused as a wrong one is, and costs no try. */
function read<F extends Form>(form: F, body: object, now: Date, wrongCode?: ErrorName): FieldsOf<F> {
  try {
    return readForm(form, body as Record<string, unknown>, now);
  } catch (error) {
    const isWrongCode = error instanceof FormError && error.faults.every(({ code }) => code === 'code');
    throw isWrongCode && wrongCode ? new DomainError(wrongCode, error.detail) : error;
  }
}

async function actorOf(request: FastifyRequest): Promise<MemberActor> {
  const actor = await request.actor();
  const refusal = can(actor, 'changePhone');
  if (refusal || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor;
}

const memberOf = async (request: FastifyRequest): Promise<number> => (await actorOf(request)).memberId;

/** Calls about phones: of who registers, and of members. */
export async function phonesApi(
  app: FastifyInstance,
  { phones: services, clock }: { phones: PhoneServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const visitorOf = (request: FastifyRequest): Visitor => ({
    now: clock(),
    remoteIp: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  });
  const about = (summary: string, names: ErrorName[]) => ({
    tags: ['phones'],
    summary,
    consumes: ['application/json'],
    errors: refusals(...names),
  });
  const schemaOf = <B extends z.ZodType, R extends z.ZodType>(
    summary: string,
    body: B,
    reply: R,
    names: ErrorName[],
  ) => {
    const { errors, ...rest } = about(summary, names);
    return { ...rest, body, response: { 200: wrapped(reply), ...errors } };
  };

  // REGISTRATION
  api.post(
    '/api/user/sendVerifySms',
    {
      schema: schemaOf(
        'Texts a code to the number of a registration',
        bodies.registrationSmsBodySchema,
        replies.smsSentReplySchema,
        [...SMS_REFUSALS, 'duplicateVerifiedByUser'],
      ),
    },
    async (request) => {
      const visitor = visitorOf(request);
      const fields = read(PHONE_FORMS.sendVerifySmsOfRegistration, request.body, visitor.now);
      const given = { randomSalt: fields.random_salt, ...(fields.turnstileToken !== null && { human: fields }) };
      return ok(presentSms(await sendRegistrationSms(services, given, visitor)));
    },
  );
  api.post(
    '/api/user/verifySms',
    {
      schema: schemaOf(
        'Proves the number of a registration by the code that was texted',
        bodies.verifySmsBodySchema,
        replies.verifiedReplySchema,
        [...SMS_REFUSALS, 'duplicateVerified', 'duplicateVerifiedByUser'],
      ),
    },
    async (request) => {
      const visitor = visitorOf(request);
      const fields = read(PHONE_FORMS.verifySms, request.body, visitor.now, 'verifyCodeNotFound');
      const { random_salt: randomSalt, verify_code: code } = fields;
      await verifyRegistrationSms(services, { randomSalt, code, human: fields }, visitor);
      return ok({ verified: true as const });
    },
  );

  // A MEMBER'S NUMBER, AND TEXTS TO IT
  api.post(
    '/api/userinfo/updatePhoneNo',
    {
      schema: schemaOf(
        'Changes the number: at once, or with verify_sms when it is verified; asks for `password` 15 minutes after the log-in',
        bodies.updatePhoneNoBodySchema.extend(ownPassword),
        replies.phoneChangeReplySchema,
        [...MEMBER_REFUSALS, 'oldPasswordMismatch', 'tooManyRequests'],
      ),
      ...membersOnly,
    },
    async (request) => {
      const actor = await actorOf(request);
      const visitor = visitorOf(request);
      const fields = read(PHONE_FORMS.updatePhoneNo, request.body, visitor.now);
      const phone = { phoneNoCountry: fields.phone_no_country, phoneNo: fields.phone_no };
      const wish = { phone, verifySms: fields.verify_sms, password: request.body.password };
      return ok({ changeUserPhoneNoRequestId: await updatePhoneNo(services, actor, wish, visitor) });
    },
  );
  api.post(
    '/api/userinfo/queryDuplicatedPhoneNo',
    {
      schema: schemaOf(
        'Whether another member has verified a number',
        bodies.queryDuplicatedPhoneNoBodySchema,
        replies.duplicatedReplySchema,
        ['notAuthenticated', 'invalidParam', 'tooManyRequests'],
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberOf(request);
      const now = clock();
      const fields = read(PHONE_FORMS.queryDuplicatedPhoneNo, request.body, now);
      const phone = { phoneNoCountry: fields.phone_no_country, phoneNo: fields.phone_no };
      return ok({ duplicated: await isDuplicatedPhoneNo(services, { memberId, phone }, now) });
    },
  );
  api.post(
    '/api/userinfo/checkPhoneNoAllowVerify',
    {
      schema: schemaOf(
        'Whether the number of a change may be verified',
        bodies.checkPhoneNoAllowVerifyBodySchema,
        replies.allowedReplySchema,
        MEMBER_REFUSALS,
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberOf(request);
      const now = clock();
      const { changeUserPhoneNoRequestId: changeId } = read(PHONE_FORMS.checkPhoneNoAllowVerify, request.body, now);
      await demandVerifiablePhone(services, { memberId, changeId }, now);
      return ok({ allowed: true as const });
    },
  );
  api.post(
    '/api/userinfo/sendVerifySms',
    {
      schema: schemaOf(
        'Texts a code to the number of a change; null: to the present number',
        bodies.sendVerifySmsBodySchema,
        replies.smsSentReplySchema,
        [...SMS_REFUSALS, ...MEMBER_REFUSALS],
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberOf(request);
      const visitor = visitorOf(request);
      const { changeUserPhoneNoRequestId: changeId } = read(PHONE_FORMS.sendVerifySms, request.body, visitor.now);
      return ok(presentSms(await sendMemberSms(services, { memberId, changeId }, visitor)));
    },
  );
  api.post(
    '/api/userinfo/verifySms',
    {
      schema: schemaOf(
        'Proves the number by the code that was texted',
        bodies.verifySmsBodySchema,
        replies.verifiedReplySchema,
        [...SMS_REFUSALS, ...MEMBER_REFUSALS],
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberOf(request);
      const visitor = visitorOf(request);
      const fields = read(PHONE_FORMS.verifySms, request.body, visitor.now, 'verifyCodeNotFound');
      const { random_salt: randomSalt, verify_code: code } = fields;
      await verifyMemberSms(services, { memberId, randomSalt, code, human: fields }, visitor);
      return ok({ verified: true as const });
    },
  );

  // P2A AND VOICE CODES
  const told = (row: requests.PhoneRequestRow, now: Date) =>
    ok(presentRequest(row, { now, isSmsOnly: services.isSmsOnly }));
  const nameOf = (memberId: number, fields: FieldsOf<typeof PHONE_FORMS.p2aRequest>): requests.RequestName => ({
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
        summary: 'Begins to prove the number that the member wants, or has',
        description: 'While a request is under way it is answered again. No body.',
        response: {
          200: wrapped(replies.phoneRequestReplySchema),
          ...refusals('notAuthenticated', 'phoneModeNotSet', 'phoneVerifiedByAnother', 'phoneNotAllowed', 'phoneLimit'),
        },
      },
    },
    async (request) => {
      const memberId = await memberOf(request);
      const visitor = visitorOf(request);
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
        schema: schemaOf(summary, bodies.p2aBodySchema, replies.phoneRequestReplySchema, REQUEST_REFUSALS),
        ...membersOnly,
      },
      async (request) => {
        const memberId = await memberOf(request);
        const visitor = visitorOf(request);
        const fields = read(PHONE_FORMS.p2aRequest, request.body, visitor.now);
        return told(await door(services, nameOf(memberId, fields), visitor), visitor.now);
      },
    );
  api.post(
    '/api/userinfo/checkP2APhoneVerifyStatus',
    {
      schema: schemaOf(
        'How a request stands; ends it where the call or text has come, or timeout_check is true',
        bodies.checkP2aPhoneVerifyStatusBodySchema,
        replies.phoneRequestReplySchema,
        REQUEST_REFUSALS,
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberOf(request);
      const visitor = visitorOf(request);
      const fields = read(PHONE_FORMS.checkP2APhoneVerifyStatus, request.body, visitor.now);
      const how = { verifyType: fields.verify_type, isLast: fields.timeout_check };
      return told(await requests.checkRequest(services, nameOf(memberId, fields), how, visitor), visitor.now);
    },
  );
  api.post(
    '/api/userinfo/verifyVoiceOtp',
    {
      schema: schemaOf(
        'Proves the number by the code that was said',
        bodies.verifyVoiceOtpBodySchema,
        replies.phoneRequestReplySchema,
        REQUEST_REFUSALS,
      ),
      ...membersOnly,
    },
    async (request) => {
      const memberId = await memberOf(request);
      const visitor = visitorOf(request);
      const fields = read(PHONE_FORMS.verifyVoiceOtp, request.body, visitor.now, 'voiceCodeMismatch');
      const given = { code: fields.verify_code, human: fields };
      return told(await verifyVoice(services, nameOf(memberId, fields), given, visitor), visitor.now);
    },
  );
}
