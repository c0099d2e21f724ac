import { fastify, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { articlesApi } from '#domain/articles/articles.api.ts';
import { chartApi } from '#domain/chart/chart.api.ts';
import { hostsApi } from '#domain/hosts/hosts.api.ts';
import { liveApi } from '#domain/live/live.api.ts';
import { accountApi } from '#domain/members/account.api.ts';
import { ownAccountApi } from '#domain/members/own-account.api.ts';
import { passkeysApi } from '#domain/passkeys/passkeys.api.ts';
import { userinfoApi } from '#domain/members/userinfo.api.ts';
import type { MemberServices } from '#domain/members/accounts.ts';
import { programsApi } from '#domain/programs/programs.api.ts';
import { searchApi } from '#domain/search/search.api.ts';
import { trackingApi } from '#domain/tracking/tracking.api.ts';
import { trafficApi } from '#domain/traffic/traffic.api.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { jsonBodies } from '#server/web/json-bodies.ts';
import { memberSessions } from '#server/web/session.ts';
import type { BotCheck } from '#shared/bot-check.ts';
import { createMemberServices } from './member-services.ts';

const letEveryonePass: BotCheck = { verify: async () => ({ verdict: 'passed' }) };

/** The calls of the station as the site serves them, without pages, media or a listening socket. */
export async function createApiApp(deps: {
  db: Db;
  clock: () => Date;
  botCheck?: BotCheck;
  members?: MemberServices;
  app?: FastifyInstance;
}): Promise<FastifyInstance> {
  const app = deps.app ?? fastify({ frameworkErrors });
  installErrors(app);
  jsonBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const all = { botCheck: letEveryonePass, ...deps };
  const members = deps.members ?? createMemberServices(deps.db, { botCheck: all.botCheck });
  memberSessions(app, members, deps.clock);
  await app.register((scope) => programsApi(scope, all));
  await app.register((scope) => hostsApi(scope, all));
  await app.register((scope) => liveApi(scope, all));
  await app.register((scope) => searchApi(scope, all));
  await app.register((scope) => articlesApi(scope, all));
  await app.register((scope) => chartApi(scope, all));
  await app.register((scope) => trafficApi(scope, all));
  await app.register((scope) => trackingApi(scope, all));
  await app.register((scope) => accountApi(scope, { members, clock: deps.clock }));
  const own = { services: members, clock: deps.clock };
  await app.register((scope) => userinfoApi(scope, own));
  await app.register((scope) => ownAccountApi(scope, own));
  await app.register((scope) => passkeysApi(scope, own));
  fenceCalls(app);
  await app.ready();
  return app;
}
