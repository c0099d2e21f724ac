import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Db } from '#db/database.ts';
import { bookmarks, favourites, historyEntries, libraryLists, playlistEntries } from '#db/tables/library.ts';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { heardSpans, playbackPositionEvents, recordingPauses } from '#db/tables/playback.ts';
import { billingAccounts } from '#db/tables/payments.ts';
import { planReminders } from '#db/tables/renewals.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import type { PlayServices } from '#domain/archive/playing/archive-play.ts';
import type { MemberServices } from '#domain/members/members.ts';
import type { PlaybackServices } from '#domain/playback/playback.ts';
import type { PushServices } from '#domain/push/push.ts';
import type { FilmServices } from '#domain/films/films.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createMemberServices, insertMember } from './member-services.ts';

export interface LoggedInMember {
  memberId: number;
  sessionId: number;
  cookie: string;
}

export interface CallReply {
  status: number;
  headers: LightMyRequestResponse['headers'];
  response_code: number;
  response: unknown;
}

export const START = new Date('2026-11-21T12:00:00+08:00');
export const OLD_PASSWORD = 'old-password-1';
export const minutesOn = (n: number): Date => new Date(START.getTime() + n * 60_000);

/**
 * The member APIs with a database of their own and a manual clock, called like a browser; `bare` is an app without
 * routes.
 */
export async function createMemberCalls(
  bare?: FastifyInstance,
  {
    library,
    archive,
    films,
    playback,
    push,
  }: {
    library?: (db: Db) => LibraryServices;
    archive?: (db: Db) => PlayServices;
    films?: (db: Db) => FilmServices;
    playback?: (db: Db) => PlaybackServices;
    push?: (db: Db) => PushServices;
  } = {},
) {
  const database: TestDatabase = await createTestDatabase();
  const services: MemberServices = createMemberServices(database.db);
  const clock = { now: START };
  const app: FastifyInstance = await createApiApp({
    db: database.db,
    clock: () => clock.now,
    members: services,
    ...(library && { library: library(database.db) }),
    ...(bare ? { app: bare } : {}),
    ...(archive ? { archive: archive(database.db) } : {}),
    ...(films ? { films: films(database.db) } : {}),
    ...(playback ? { playback: playback(database.db) } : {}),
    ...(push ? { push: push(database.db) } : {}),
  });
  const passwordHash = await hashPassword(OLD_PASSWORD);

  async function session(memberId: number): Promise<LoggedInMember> {
    const by = { memberId, rememberMe: true, userAgent: 'Mozilla/5.0', remoteIp: '203.0.113.9', now: clock.now };
    const { token, sessionId } = await openSession(services, by);
    return { memberId, sessionId, cookie: `__Host-session=${token}` };
  }

  async function member(email: string): Promise<LoggedInMember> {
    const values = { passwordHash, dob: '1990-01-31', gender: 'F' as const };
    return session(await insertMember(database.db, email, values));
  }

  return {
    db: database.db,
    /** For what needs a connection or a process of its own. */
    database,
    app,
    clock,
    session,
    /** Deletes the data of members and resets the clock. */
    async reset(): Promise<void> {
      clock.now = START;
      services.sessions.dropAll();
      const lists = [bookmarks, historyEntries, favourites, playlistEntries, libraryLists];
      const heard = [playbackPositionEvents, heardSpans, recordingPauses];
      const plans = [subscriptions, recurringProfiles, planReminders, billingAccounts];
      for (const table of [...lists, ...heard, mails, attempts, ...plans, members]) await database.db.delete(table);
    },
    /** A member with a password, logged in. */
    member,
    /** A member with a plan, for more than a month unless a test says otherwise. */
    async subscriber(email: string, endsAt = minutesOn(60_000)): Promise<LoggedInMember> {
      const plan = { id: 100, name: '250日', priceCents: 38_800, days: 250 };
      await database.db.insert(subscriptionPlans).values(plan).onConflictDoNothing();
      const { memberId } = await member(email);
      await database.db
        .insert(subscriptions)
        .values({ memberId, planId: plan.id, source: 'hand', startsAt: minutesOn(-60), endsAt });
      return session(memberId);
    },
    /** POST with a body, GET without. */
    async call(as: LoggedInMember | null, path: string, body?: object): Promise<CallReply> {
      const reply = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: `/api/${path}`,
        headers: as ? { cookie: as.cookie } : {},
        ...(body === undefined ? {} : { payload: body }),
      });
      const told = reply.json<{ response_code: number; response: unknown }>();
      return { status: reply.statusCode, headers: reply.headers, ...told };
    },
    async close(): Promise<void> {
      await app.close();
      await database.close();
    },
  };
}
