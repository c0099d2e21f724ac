import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createMemberCalls, type LoggedInMember } from './member-calls.ts';

export interface MemberTest {
  calls: Awaited<ReturnType<typeof createMemberCalls>>;
  me: LoggedInMember;
  other: LoggedInMember;
}

/** Registers the set-up of a file of account calls: one database, and for each test two new members who are logged in. */
export function beforeMemberTests(prepared: (test: MemberTest) => unknown): void {
  let calls: MemberTest['calls'];
  beforeAll(async () => {
    calls = await createMemberCalls();
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    await calls.reset();
    const [me, other] = [await calls.member('me@member.example'), await calls.member('other@member.example')];
    await prepared({ calls, me, other });
  });
}
