import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { webhooks } from '#db/tables/webhooks.ts';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';
import { phoneCallbacks, phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import type { KeptRecord } from '#sandbox/phones/phone-log.ts';
import { addMember } from '#tests/factories/accounts/phones.ts';
import { startPhoneSite, type PhoneSite } from '#tests/factories/accounts/phone-site.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

/** Each test begins a day after the previous one. */
const DAY = 2 * 86_400;

export interface Reply {
  status: number;
  code: number;
  response: Record<string, unknown>;
}

export const turnstileToken = 'token';

export const requestNameIn = ({ response }: Reply) => ({
  p2a_verification_request_id: response['p2a_verification_request_id'],
  page_instance: response['page_instance'],
  verifying_phone_no: response['verifying_phone_no'],
});

/** A site with phones for a test file, emptied before each test, and the actions of members and their phones. */
export function phoneSiteOfFile() {
  let database: TestDatabase;
  let folder: string;
  let site: PhoneSite;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(resolve('data/test-phones-'));
    site = await startPhoneSite(database, folder);
  });
  afterAll(async () => {
    await site.app.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const { db } = database;
    for (const table of [
      webhooks,
      phoneCallbacks,
      phoneRequests,
      smsCodes,
      phoneChanges,
      registrations,
      members,
      attempts,
    ])
      await db.delete(table);
    site.services.mode = 'a2p';
    site.wait(DAY);
  });

  async function ask(path: string, body?: unknown): Promise<Reply> {
    const reply = await fetch(`${site.url}/api/${path}`, {
      method: 'POST',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } }),
    });
    const wrapped = (await reply.json()) as { response_code: number; response: Record<string, unknown> };
    return { status: reply.status, code: wrapped.response_code, response: wrapped.response };
  }
  const recordsOf = async (number: string) =>
    (await site.log.list()).filter(({ from, to }) => from === number || to === number);

  return {
    site: () => site,
    db: () => database.db,
    ask,
    asMember: async (phoneNo: string) => {
      site.memberId = await addMember(database.db, { phoneNo });
    },
    sendSms: () => ask('userinfo/sendVerifySms', { changeUserPhoneNoRequestId: null }),
    check: (request: Reply, verifyType: number, isLast = false) =>
      ask('userinfo/checkP2APhoneVerifyStatus', {
        ...requestNameIn(request),
        verify_type: verifyType,
        timeout_check: isLast,
      }),
    recordsOf,
    /** The newest text or call of a number, once it satisfies the condition. */
    recordOf: (number: string, isThere: (record: KeptRecord) => boolean = () => true) =>
      vi.waitFor(async () => {
        const record = (await recordsOf(number)).find(isThere);
        if (!record) throw new Error(`nothing yet for ${number}`);
        return record;
      }),
    /** The worker processes a carrier's report shortly after it arrives. */
    deliveryIs: (delivery: string) =>
      vi.waitFor(
        async () => {
          const [row] = await database.db.select().from(smsCodes);
          expect(row?.delivery).toBe(delivery);
        },
        { timeout: 5_000 },
      ),
    /** Posts a form of the stand-in's page. */
    press: (path: string, fields: Record<string, string> = {}) =>
      fetch(`${site.url}/sandbox/phones/${path}`, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
