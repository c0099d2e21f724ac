import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from '#shared/tracking.ts';
import { createReportQueue, type ReportCall, type Waiting } from './report-queue.ts';

interface Sent {
  call: ReportCall;
  body: string;
}
type Answer = { status: number; retryAfterS?: number } | 'none';

/** A queue, and a server with scripted answers. */
function setUp(answers: (sent: Sent) => Answer = () => ({ status: 200 }), token: string | null = null) {
  const sent: Sent[] = [];
  const kept: Waiting[] = [];
  let nowMs = 1_790_000_000_000;
  const waiting: Waiting = { session: 'abcdefghijklmnopqrstuv', next: 1, reports: [] };
  const queue = createReportQueue({
    waiting,
    deliver: (call, body) => {
      sent.push({ call, body });
      const answer = answers({ call, body });
      if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve({ status: answer.status, retryAfterS: answer.retryAfterS ?? null });
    },
    keep: (now) => kept.push({ ...now }),
    token: () => (token === LEFT_OUT ? null : token),
    isLeftOut: () => token === LEFT_OUT,
    nowMs: () => nowMs,
  });
  return { queue, sent, kept, wait: (ms: number) => void (nowMs += ms) };
}

const json = ({ body }: Sent) => JSON.parse(body) as Record<string, never> & { batch: Record<string, unknown> };
const seqsOf = (sent: readonly Sent[]): number[] =>
  sent.flatMap((one) => {
    const { batch: _, player_stats_json: __, ...rest } = json(one);
    return Object.values(rest)
      .flat()
      .map(({ seq }: { seq: number }) => seq);
  });

it('reports nothing for a browser that a sample leaves out, but advertisements and read articles', async () => {
  const { queue, sent } = setUp(undefined, LEFT_OUT);
  queue.note('live', { tracking_type: 101 });
  queue.note('error', { cause: 'buffer' });
  queue.note('play', { tracking_type: 300 });
  queue.note('ads', { slot: 'home-1' });
  await queue.flush();
  expect(seqsOf(sent)).toEqual([3, 4]);
  queue.note('live', { tracking_type: 101 });
  queue.farewell(() => expect.unreachable());
  expect(queue.count()).toBe(0);
});

it('sends what waits with the name of the session, the clock as it is, and the token where the payload has it (R-229)', async () => {
  const { queue, sent } = setUp(undefined, 'v1.signed');
  const batch = { session: 'abcdefghijklmnopqrstuv', sent_ts: 1_790_000_000 };
  queue.note('play', { tracking_type: 202 });
  await queue.flush();
  expect(sent.map(({ call }) => call)).toEqual(['play']);
  expect(json(sent[0]!)).toEqual({ tracking: { token: 'v1.signed', seq: 1, tracking_type: 202 }, batch });
  expect(queue.count()).toBe(0);
  // One token covers all reports sent together; reports without a tracking payload have no such field.
  for (let n = 0; n < 2; n++) queue.note('tag', { keyword: '早晨' });
  queue.note('error', { cause: 'buffer' });
  await queue.flush();
  expect(json(sent[1]!)).toEqual({
    tag_tracking: [
      { token: 'v1.signed', seq: 2, keyword: '早晨' },
      { seq: 3, keyword: '早晨' },
    ],
    batch,
  });
  expect(json(sent[2]!)).toEqual({ log: { seq: 4, cause: 'buffer' }, batch: { ...batch, token: 'v1.signed' } });
});

it('names nobody without a token', async () => {
  const { queue, sent } = setUp();
  queue.note('ads', { event: 'viewable' });
  await queue.flush();
  expect(Object.keys(json(sent[0]!).batch)).toEqual(['session', 'sent_ts']);
});

it('puts how the player is beside reports of live, of the last of them', async () => {
  const { queue, sent } = setUp();
  queue.note('live', { tracking_type: 101 }, { rebuffers: 1 });
  queue.note('live', { tracking_type: 101 }, { rebuffers: 2 });
  await queue.flush();
  expect(json(sent[0]!)).toMatchObject({ tracking: [{ seq: 1 }, { seq: 2 }], player_stats_json: { rebuffers: 2 } });
});

it('sends at most ten minutes and 64 KiB a call, each report once', async () => {
  const { queue, sent } = setUp();
  for (let i = 0; i < 150; i++) queue.note('play', { tracking_type: 202 });
  for (let i = 0; i < 40; i++) queue.note('tag', { keyword: '電台'.repeat(600) });
  await queue.flush();
  expect(seqsOf(sent).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 190 }, (_, i) => i + 1));
  for (const { body } of sent) expect(new TextEncoder().encode(body).length).toBeLessThan(65_536);
  expect(sent.filter(({ call }) => call === 'play')).toHaveLength(3);
});

it('keeps what was not answered, and sends the same again', async () => {
  let isDown = true;
  const { queue, sent, kept } = setUp(() => (isDown ? 'none' : { status: 200 }));
  queue.note('live', { tracking_type: 100 });
  await queue.flush();
  expect(queue.count()).toBe(1);
  expect(kept.at(-1)?.reports).toHaveLength(1);
  isDown = false;
  await queue.flush();
  expect(seqsOf(sent)).toEqual([1, 1]);
  expect(kept.at(-1)?.reports).toEqual([]);
});

it('waits as long as a server that has too much to do asks for', async () => {
  let status = 503;
  const { queue, sent, wait } = setUp(() => ({ status, retryAfterS: 30 }));
  queue.note('play', {});
  await queue.flush();
  wait(29_000);
  await queue.flush();
  expect(sent).toHaveLength(1);
  status = 200;
  wait(1_000);
  await queue.flush();
  expect(sent).toHaveLength(2);
  expect(queue.count()).toBe(0);
});

it.each([400, 404, 413, 415])(
  'gives up what is refused with %i and counts it, and sends the others',
  async (status) => {
    const { queue, sent } = setUp(({ call }) => ({ status: call === 'tag' ? status : 200 }));
    queue.note('tag', {});
    queue.note('play', {});
    await queue.flush();
    expect(queue.count()).toBe(0);
    expect(queue.lost()).toBe(1);
    expect(sent.map(({ call }) => call)).toEqual(['tag', 'play']);
  },
);

it('hands all to the browser when the page is left, and keeps it until it is answered', async () => {
  const { queue, sent } = setUp();
  queue.note('live', { tracking_type: 101 });
  queue.note('play', { tracking_type: 202 });
  const beacons: Sent[] = [];
  queue.farewell((call, body) => beacons.push({ call, body }) > 0);
  expect(seqsOf(beacons)).toEqual([1, 2]);
  expect(queue.count()).toBe(2);
  await queue.flush();
  expect(seqsOf(sent)).toEqual([1, 2]);
});

it('keeps a bounded number, of which the oldest make way and are counted', () => {
  const { queue } = setUp();
  for (let i = 0; i < 650; i++) queue.note('play', {});
  expect([queue.count(), queue.lost()]).toEqual([600, 50]);
});

describe('whatever the line and the server do', () => {
  it('every report that was neither refused nor given up is taken, and none under two numbers', async () => {
    const step = fc.oneof(
      fc.constantFrom<ReportCall>('play', 'live', 'tag', 'ads').map((call) => ({ note: call })),
      fc
        .constantFrom<Answer>({ status: 200 }, { status: 503, retryAfterS: 1 }, 'none', { status: 400 })
        .map((answer) => ({
          answer,
        })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let answer: Answer = { status: 200 };
        const taken = new Set<string>();
        const refused = new Set<string>();
        const { queue, wait } = setUp(({ body }) => {
          const { batch: _, player_stats_json: __, ...rest } = JSON.parse(body) as Record<string, unknown>;
          for (const { mark } of Object.values(rest).flat() as { mark: string }[]) {
            if (answer !== 'none' && answer.status === 200) taken.add(mark);
            if (answer !== 'none' && answer.status === 400) refused.add(mark);
          }
          return answer;
        });
        let noted = 0;
        for (const one of steps) {
          if ('note' in one) queue.note(one.note, { mark: String(noted++) });
          else answer = one.answer;
          await queue.flush();
          wait(2_000);
        }
        answer = { status: 200 };
        wait(120_000);
        await queue.flush();
        expect(queue.count()).toBe(0);
        expect(queue.lost()).toBe(refused.size);
        expect(new Set([...taken, ...refused]).size).toBe(noted);
      }),
      { numRuns: 200 },
    );
  });
});
