import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { demandFreshProof, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { presentLookUp, presentMember, presentTimeline } from './support.present.ts';
import { parseCursor } from './support.rules.ts';
import {
  contactReply,
  lookUpBody,
  lookUpReply,
  memberParams,
  memberReply,
  timelineQuery,
  timelineReply,
} from './support.schema.ts';
import {
  lookUpMembers,
  memberContact,
  memberExport,
  memberPage,
  memberTimeline,
  type SupportServices,
} from './support.ts';

const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound', 'tooManyRequests');

/** Members as support sees them. Contact is masked except in one call, which needs a stated reason. */
export async function supportStaffApi(app: FastifyInstance, services: SupportServices): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['members'] };

  // By POST, so that no address or number is in a URL, a history or a log.
  api.post(
    '/api/staff/members/look-up',
    {
      schema: {
        ...common,
        summary: 'Members whom a text names exactly, at most twenty; limited by account and audited',
        body: lookUpBody,
        response: { 200: wrapped(lookUpReply), ...refused },
      },
      ...staffOnly('members.see'),
    },
    async (request) => ok(presentLookUp(await lookUpMembers(services, await staffOf(request), request.body.query))),
  );
  api.get(
    '/api/staff/members/:id',
    {
      schema: {
        ...common,
        summary: 'Account, plans, entitlements, devices, sessions and orders of a member',
        params: memberParams,
        response: { 200: wrapped(memberReply), ...refused },
      },
      ...staffOnly('members.see'),
    },
    async (request) => ok(presentMember(await memberPage(services, await staffOf(request), request.params.id))),
  );
  api.get(
    '/api/staff/members/:id/timeline',
    {
      schema: {
        ...common,
        summary: 'What happened to a member and what staff did, newest first',
        params: memberParams,
        querystring: timelineQuery,
        response: { 200: wrapped(timelineReply), ...refused },
      },
      ...staffOnly('members.see'),
    },
    async (request) => {
      const { show, before } = request.query;
      const asked = {
        memberId: request.params.id,
        part: show ?? null,
        before: before === undefined ? null : parseCursor(before),
      };
      return ok(presentTimeline(await memberTimeline(services, await staffOf(request), asked)));
    },
  );
  api.get(
    '/api/staff/members/:id/contact',
    {
      schema: {
        ...common,
        summary: 'The whole address and number, for five minutes after the action members.see-contact',
        params: memberParams,
        response: { 200: wrapped(contactReply), ...refused },
      },
      ...staffOnly('members.see-contact'),
    },
    async (request, reply) => {
      const { person, until } = await memberContact(services, await staffOf(request), request.params.id);
      void reply.header('cache-control', 'no-store');
      return ok({
        email: person.email,
        phone_no_country: person.phoneNoCountry,
        phone_no: person.phoneNo,
        until_ts: unixSeconds(until),
      });
    },
  );
  api.get(
    '/api/staff/members/:id/export',
    {
      schema: {
        ...common,
        summary: 'All personal data as an HTML file, for a day after an approved action members.export',
        params: memberParams,
        response: refusals('notAuthenticated', 'forbidden', 'dataNotFound', 'proofNeeded'),
      },
      ...staffOnly('members.export'),
    },
    async (request, reply) => {
      const actor = await staffOf(request);
      const now = services.clock();
      demandFreshProof(actor, now);
      const page = await memberExport(services, actor, request.params.id);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="cr-member-data-${dayHkOf(now)}.html"`)
        .type('text/html; charset=utf-8')
        .send(page as never);
    },
  );
}
