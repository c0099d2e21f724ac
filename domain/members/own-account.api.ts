import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { memberOf, ownCalls, privateCalls, type OwnCall } from '#domain/auth/auth.ts';
import { ownPassword } from '#domain/auth/auth.schema.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { listConsents } from './profile/consents.ts';
import { cancelAddressChange, resendAddressChange, sendVerifyEmail } from './email/email-address.ts';
import type { MemberServices } from './member-services.ts';
import { presentConsents, presentDevice, presentProfile } from './members.present.ts';
import * as wire from './members.schema.ts';
import {
  changePreference,
  getProfile,
  markArchiveTutorialAsRead,
  removeDevices,
  updateDisplayName,
  updateDob,
  updateGender,
  updateRealName,
  updateResolution,
  updateUserSetting,
} from './profile/profile.ts';

/** Changes by a member to the own account. */
const callsOf = (services: MemberServices): OwnCall[] => [
  {
    path: 'changePreference',
    summary: 'Says whether news may be mailed; every change is kept with its words',
    body: wire.changePreferenceBodySchema,
    refused: [],
    change: (actor, given, { now }) =>
      changePreference(services, actor, given, { source: '/api/userinfo/changePreference', now }),
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

/** Calls of the account pages. */
export async function ownAccountApi(
  app: FastifyInstance,
  { services, clock }: { services: MemberServices; clock: () => Date },
): Promise<void> {
  const { db } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['member info'];

  ownCalls(app, callsOf(services), clock);

  api.get(
    '/api/userinfo/profile',
    {
      schema: {
        tags,
        summary: 'Everything the account pages show of the member',
        response: { 200: wrapped(wire.profileReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentProfile(await getProfile(services, memberId, clock())));
    },
  );

  api.get(
    '/api/userinfo/devices',
    {
      schema: {
        tags,
        summary: 'Devices on which paid content is played',
        response: { 200: wrapped(wire.devicesReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      const { devices, devicesChangeableAt: at } = await getProfile(services, memberId, clock());
      return ok({ devices: devices.map(presentDevice), changeable_ts: at === null ? null : unixSeconds(at) });
    },
  );

  api.get(
    '/api/userinfo/consents',
    {
      schema: {
        tags,
        summary: 'Every consent given or taken back, newest first',
        response: { 200: wrapped(wire.consentsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentConsents(await listConsents(db, memberId)));
    },
  );
}
