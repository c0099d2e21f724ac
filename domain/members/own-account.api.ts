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
    summary: 'Changes consent to marketing mail; each change is recorded with the text shown',
    body: wire.changePreferenceBodySchema,
    refused: [],
    change: (actor, given, { now }) =>
      changePreference(services, actor, given, { source: '/api/userinfo/changePreference', now }),
  },
  {
    path: 'updateDisplayName',
    summary: 'Changes the display name',
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
    summary: 'Changes the date of birth; under 18 only with prior consent of a parent or guardian',
    body: wire.updateDobBodySchema,
    refused: [],
    change: (actor, given, { now }) => updateDob(services, actor, given, now),
  },
  {
    path: 'mobileDefaultResolution',
    summary: 'Sets the initial quality on mobile data',
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
    summary: 'Mails a link that verifies the address (type 2) or changes it (type 8)',
    description:
      'Type 8 needs a log-in of the last 15 minutes, or the password in `password`; 10011 otherwise. Whether an address has an account is told to its mailbox only.',
    body: wire.sendVerifyEmailBodySchema.extend(ownPassword),
    refused: ['oldPasswordMismatch', 'sameEmail', 'duplicateVerifiedByUser', 'tooManyRequests'],
    change: (actor, given, visitor) => sendVerifyEmail(services, actor, given, visitor),
  },
  {
    path: 'resendAddressChange',
    summary: 'Mails the link of a pending change of address again',
    body: null,
    refused: ['dataNotFound', 'tooManyRequests'],
    change: (actor, _given, visitor) => resendAddressChange(services, actor, visitor),
  },
  {
    path: 'cancelAddressChange',
    summary: 'Cancels a pending change of address',
    body: null,
    refused: ['dataNotFound'],
    change: (actor, _given, visitor) => cancelAddressChange(services, actor, visitor),
  },
  {
    path: 'removePaidContentUserDevice',
    summary: 'Removes the named devices, all or none; once every 14 days',
    body: wire.removePaidContentUserDeviceBodySchema,
    refused: ['dataNotFound', 'conflict'],
    change: (actor, given, { now }) => removeDevices(services, actor, given, now),
  },
  {
    path: 'markArchiveTutorialAsRead',
    summary: 'Marks the archive tutorial as seen',
    body: null,
    refused: [],
    change: (actor, _given, { now }) => markArchiveTutorialAsRead(services, actor, now),
  },
  {
    path: 'updateUserSetting',
    summary: 'Stores an arbitrary object of at most 10 KB for the member',
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
        summary: 'Account data of the member',
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
        summary: 'Devices that play paid content',
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
        summary: 'Consents given and withdrawn, newest first',
        response: { 200: wrapped(wire.consentsReplySchema), ...refusals('notAuthenticated') },
      },
    },
    async (request) => {
      const { memberId } = await memberOf(request);
      return ok(presentConsents(await listConsents(db, memberId)));
    },
  );
}
