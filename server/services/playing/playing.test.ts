import { expect, it } from 'vitest';
import type { MemberActor } from '#shared/actor.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { playingNow } from './playing.ts';

const actor = memberActor(1);
const now = new Date('2026-11-21T12:00:00+08:00');
const spanOf = (streamId: number) => ({ streamId, startsAt: now, endsAt: new Date(now.getTime() + 60_000) });

it('asks whoever has a stream what it has become, and lets nobody play what nobody has', async () => {
  const asked: string[] = [];
  const by = (name: string) => async (_actor: MemberActor, span: ReturnType<typeof spanOf>) => {
    asked.push(name);
    return { ...span, isOpen: false };
  };
  const buyer = 2;
  const { needsPlan, replayNow } = playingNow(
    { channel: by('archive'), tape: by('archive'), film: by('films') },
    async (memberId) => memberId === buyer,
  );
  const answers: boolean[] = [];
  for (const streamId of [881, 10_001, 1_000_001, 2_000_001])
    answers.push((await replayNow(actor, spanOf(streamId), now, { isMoving: true })) !== null);
  expect(asked).toEqual(['archive', 'archive', 'films']);
  expect(answers).toEqual([true, true, true, false]);
  const needing = (memberId: number) =>
    Promise.all([881, 10_001, 1_000_001, 2_000_001].map((streamId) => needsPlan(streamId, memberId, now)));
  expect(await needing(1)).toEqual([true, true, false, false]);
  expect(await needing(buyer)).toEqual([false, false, false, false]);
});
