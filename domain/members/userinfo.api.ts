import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { MemberActor } from '#shared/actor.ts';
import { ok, refusals, wrapped } from '#shared/reply.ts';
import { secretOf, SESSION_COOKIES, sessionCookie } from '#shared/session-cookie.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { membersOnly, privateCalls } from '#domain/auth/private-calls.ts';
import {
  cancelAddressChange,
  resendAddressChange,
  sendVerifyEmail,
  type LoggingIn,
  type MemberServices,
} from './accounts.ts';
import * as wire from './members.schema.ts';
import { ownPassword } from './profile.schema.ts';
import {
  changePreference,
  markArchiveTutorialAsRead,
  removeDevices,
  stopRecurring,
  updateDisplayName,
  updateDob,
  updateGender,
  updatePassword,
  updateRealName,
  updateResolution,
  updateUserSetting,
} from './profile.ts';
import { memberOf } from '#domain/auth/request-member.ts';

export interface UserinfoApiOptions {
  services: MemberServices;
  clock: () => Date;
}

type Given = Readonly<Record<string, unknown>>;
/** What a call does for a member with a body; it answers nothing but cookies for the browser. */
type Change = (actor: MemberActor, given: Given, visitor: LoggingIn) => Promise<string[] | void>;

interface Call {
  path: string;
  summary: string;
  description?: string;
  /** Null: the call takes no body. */
  body: z.ZodType | null;
  refused: readonly ErrorName[];
  change: Change;
}

/** The member-info calls that change something and answer nothing. Those of phones are in `phones`. */
const callsOf = (services: MemberServices): Call[] => [
  {
    path: 'changePreference',
    summary: 'Says whether news may be mailed; every change is kept with its words',
    body: wire.changePreferenceBodySchema,
    refused: [],
    change: (actor, given, { now }) =>
      changePreference(services, actor, given, { source: '/api/userinfo/changePreference', now }),
  },
  {
    path: 'stopRecurring',
    summary: 'Ends the payments to come; the running plan stays to its end',
    body: null,
    refused: ['noRecurringProfile'],
    change: (actor) => stopRecurring(services, actor),
  },
  {
    path: 'updatePassword',
    summary: 'Sets a new password, ends every other session and gives this one another token',
    body: wire.updatePasswordBodySchema,
    refused: ['oldPasswordMismatch', 'passwordMismatch', 'invalidPassword', 'tooManyRequests'],
    change: async (actor, given, visitor) => {
      const { session, trustedDeviceCookie = [] } = await updatePassword(services, actor, given, visitor);
      return [sessionCookie(session, visitor.now)].concat(trustedDeviceCookie);
    },
  },
  {
    path: 'updateDisplayName',
    summary: 'Changes the name that others see',
    body: wire.updateDisplayNameBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateDisplayName(services, actor, given, now),
  },
  {
    path: 'updateRealName',
    summary: 'Changes surname and given name',
    body: wire.updateRealNameBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateRealName(services, actor, given, now),
  },
  {
    path: 'updateDob',
    summary: 'Changes the day of birth; under 18 only where a parent or guardian agreed before',
    body: wire.updateDobBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateDob(services, actor, given, now),
  },
  {
    path: 'mobileDefaultResolution',
    summary: 'Chooses the quality that phones begin with',
    body: wire.mobileDefaultResolutionBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateResolution(services, actor, given, now),
  },
  {
    path: 'updateGender',
    summary: 'Changes the gender',
    body: wire.updateGenderBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateGender(services, actor, given, now),
  },
  {
    path: 'sendVerifyEmail',
    summary: 'Mails a link that proves the address (type 2) or changes it (type 8)',
    description:
      'Type 8 needs a log-in of the last 15 minutes, or the password in `password`; 10011 otherwise. Whether an address has an account is told to its mailbox only.',
    body: wire.sendVerifyEmailBodySchema.extend(ownPassword),
    refused: ['oldPasswordMismatch', 'sameEmail', 'duplicateVerifiedByUser', 'tooManyRequests'],
    change: (actor, given, visitor) => sendVerifyEmail(services, actor, given, visitor),
  },
  {
    path: 'resendAddressChange',
    summary: 'Mails the link of a change of address that waits once more',
    body: null,
    refused: ['dataNotFound', 'tooManyRequests'],
    change: (actor, _given, visitor) => resendAddressChange(services, actor, visitor),
  },
  {
    path: 'cancelAddressChange',
    summary: 'Takes back a change of address that waits',
    body: null,
    refused: ['dataNotFound'],
    change: (actor, _given, visitor) => cancelAddressChange(services, actor, visitor),
  },
  {
    path: 'removePaidContentUserDevice',
    summary: 'Removes devices, all that are named or none; once in 14 days',
    body: wire.removePaidContentUserDeviceBodySchema,
    refused: ['dataNotFound', 'conflict'],
    change: (actor, given, { now }) => removeDevices(services, actor, given, now),
  },
  {
    path: 'markArchiveTutorialAsRead',
    summary: 'The tutorial of the archive is not shown again',
    body: null,
    refused: [],
    change: (actor, _given, { now }) => markArchiveTutorialAsRead(services, actor, now),
  },
  {
    path: 'updateUserSetting',
    summary: 'Keeps a free object of at most 10 KB for the member',
    body: wire.updateUserSettingBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateUserSetting(services, actor, given, now),
  },
];

export const visitorOf = (request: FastifyRequest, now: Date): LoggingIn => ({
  now,
  remoteIp: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  known: secretOf(request.headers.cookie, SESSION_COOKIES.known),
});

const bodyOf = (request: FastifyRequest): Given =>
  typeof request.body === 'object' && request.body !== null ? (request.body as Given) : {};

export async function userinfoApi(app: FastifyInstance, { services, clock }: UserinfoApiOptions): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  for (const { path, summary, description, body, refused, change } of callsOf(services)) {
    api.post(
      `/api/userinfo/${path}`,
      {
        schema: {
          tags: ['member info'],
          summary,
          ...(description === undefined ? {} : { description }),
          ...(body === null ? {} : { body }),
          response: {
            200: wrapped(wire.emptyReplySchema),
            ...refusals('notAuthenticated', 'invalidParam', ...refused),
          },
        },
        ...membersOnly,
      },
      async (request, reply) => {
        const actor = await memberOf(request);
        const cookies = await change(actor, bodyOf(request), visitorOf(request, clock()));
        if (cookies) void reply.header('set-cookie', cookies);
        return ok({});
      },
    );
  }
}
