import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';
import type { Visitor } from '#domain/auth/auth.ts';
import { openSession } from '#domain/auth/sessions.ts';
import type { MemberActor } from '#shared/actor.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-services.ts';
import { takeTicket } from '#server/services/accounts/form-tickets.ts';
import type { BotVerdict } from '#shared/outside/bot-check.ts';
import type { Sending } from '#shared/outside/phone-services.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

let serial = 0;

/** Inserts a member with an address and a number. Returns its id. */
export async function addMember(
  db: Db,
  { phoneNo, phoneVerifiedAt = null }: { phoneNo: string; phoneVerifiedAt?: Date | null },
): Promise<number> {
  const email = `member-${++serial}@example.com`;
  const [row] = await db
    .insert(members)
    .values({ email, emailKey: email, phoneNoCountry: 852, phoneNo, phoneVerifiedAt })
    .returning({ id: members.id });
  if (!row) throw new Error('no member was written');
  return row.id;
}

/** A member in a session opened at `now`. */
export async function logInAs(db: Db, memberId: number, now: Date): Promise<MemberActor> {
  const by = { memberId, rememberMe: false, userAgent: 'Test', remoteIp: '203.0.113.7', now };
  const { sessionId } = await openSession({ db }, by);
  return memberActor(memberId, { sessionId });
}

/** Inserts a registration awaiting its mailed link. Returns its random_salt. */
export async function addRegistration(db: Db, { phoneNo }: { phoneNo: string }): Promise<string> {
  const salt = randomBytes(16).toString('base64url');
  const email = `guest-${++serial}@example.com`;
  await db.insert(registrations).values({
    saltHash: createHash('sha256').update(salt).digest(),
    email,
    emailKey: email,
    surname: '陳',
    givenName: '大文',
    displayName: '大文',
    gender: 'M',
    dob: '1990-01-01',
    phoneNoCountry: 852,
    phoneNo,
    isSubscribeEdm: false,
    under18Terms: false,
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  });
  return salt;
}

export interface TestPhones {
  services: PhoneServices;
  /** Texts sent. */
  texts: { to: string; body: string; statusUrl: string }[];
  /** Calls placed. */
  calls: { to: string; prompt: string; keyUrl: string; statusUrl: string }[];
  /** Problems reported to operators. */
  problems: string[];
  /** Next result of these services. */
  sending: Sending | null;
  human: BotVerdict['verdict'];
  now: () => Date;
  wait: (seconds: number) => void;
  visitor: () => Visitor;
  /** Code of the last text. */
  lastCode: () => string;
}

/** Phone verification with a manual clock and a text service that records messages. */
export function createPhones(db: Db, mode: PhoneServices['mode'] = 'a2p'): TestPhones {
  let now = new Date('2026-11-21T08:00:00.000Z');
  const texts: TestPhones['texts'] = [];
  const calls: TestPhones['calls'] = [];
  const problems: string[] = [];
  const take = (): Sending =>
    phones.sending ?? { verdict: 'taken', providerId: `SM${randomBytes(16).toString('hex')}` };
  const phones: TestPhones = {
    texts,
    calls,
    problems,
    sending: null,
    human: 'passed',
    now: () => now,
    wait: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    visitor: () => ({ now, remoteIp: '203.0.113.7', userAgent: 'Test' }),
    lastCode: () => /^\d{4}/.exec(texts.at(-1)?.body ?? '')?.[0] ?? 'none',
    services: {
      db,
      ticketKey: 'a key for tickets',
      takeTicket: (name, by) => takeTicket(db, name, by),
      botCheck: {
        verify: async () =>
          phones.human === 'refused'
            ? { verdict: 'refused', reasons: [] }
            : phones.human === 'unavailable'
              ? { verdict: 'unavailable', reason: '' }
              : { verdict: 'passed' },
      },
      secretKey: 'a secret key of the tests, long enough',
      siteUrl: 'https://site.example',
      mode,
      isSmsOnly: false,
      stationNos: ['+85230000881', '+85230000903'],
      smsPerHour: 1_000,
      texts: { send: async (text) => (texts.push(text), take()) },
      calls: { call: async (call) => (calls.push(call), take()) },
      report: ({ service, reason }) => void problems.push(`${service}: ${reason}`),
    },
  };
  return phones;
}
