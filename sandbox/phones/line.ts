import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeptRecord, PhoneLog, PhoneRecord } from './phone-log.ts';
import { signedPost, type PostReply, type SignedPostOptions } from './signed-post.ts';
import { readTwiml } from './twiml.ts';

/** Number endings that trigger failures of carriers. */
export const MAGIC_ENDINGS = {
  delivered: '0001',
  /** A text is blocked by the carrier; a call is busy. */
  blocked: '0002',
  slow: '0003',
  /** Rejected immediately. */
  refused: '0004',
  /** Accepted, but the reply arrives after the caller's timeout. */
  late: '0005',
  /** Status callbacks out of order and duplicated. */
  muddled: '0006',
} as const;

export interface LineOptions extends SignedPostOptions {
  log: PhoneLog;
  accountSid: string;
  clock: () => Date;
  /** Interval between status callbacks. */
  stepMs: number;
  slowMs: number;
  /** How long a phone rings before the carrier gives up. */
  ringMs: number;
}

const newSid = (kind: 'SM' | 'CA') => kind + randomBytes(16).toString('hex');
const endsWith = (number: string, ending: string) => number.endsWith(ending);

/** The telephone line between members and the station. */
export function createLine(options: LineOptions) {
  const { log, accountSid, clock, stepMs, slowMs, ringMs } = options;
  const pause = (ms: number) => delay(ms, undefined, { ref: false });

  async function report(record: KeptRecord, status: string, errorCode?: number): Promise<void> {
    await log.update(record.id, { status: errorCode ? `${status} (${errorCode})` : status });
    if (record.statusUrl === '') return;
    const isText = record.kind === 'text';
    await signedPost(options, record.statusUrl, {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      From: record.from,
      To: record.to,
      ...(isText
        ? { MessageSid: record.sid, SmsSid: record.sid, MessageStatus: status, SmsStatus: status }
        : { CallSid: record.sid, CallStatus: status, Direction: 'outbound-api' }),
      ...(errorCode ? { ErrorCode: String(errorCode) } : {}),
    });
  }

  async function carryText(record: KeptRecord): Promise<void> {
    const { to } = record;
    await pause(stepMs);
    if (endsWith(to, MAGIC_ENDINGS.muddled)) {
      for (const status of ['delivered', 'sent', 'delivered', 'queued']) await report(record, status);
      return log.update(record.id, { status: 'delivered' });
    }
    await report(record, 'sent');
    await pause(endsWith(to, MAGIC_ENDINGS.slow) ? slowMs : stepMs);
    if (endsWith(to, MAGIC_ENDINGS.blocked)) return report(record, 'undelivered', 30_007);
    return report(record, 'delivered');
  }

  async function carryCall(record: KeptRecord): Promise<void> {
    await pause(endsWith(record.to, MAGIC_ENDINGS.slow) ? slowMs : stepMs);
    await report(record, 'ringing');
    if (endsWith(record.to, MAGIC_ENDINGS.blocked)) {
      await pause(stepMs);
      return report(record, 'busy');
    }
    await pause(ringMs);
    if ((await log.get(record.id))?.status === 'ringing') await report(record, 'no-answer');
  }

  const keep = async (record: PhoneRecord): Promise<KeptRecord> => {
    const now = clock();
    return { ...record, id: await log.add(record, now), at: now };
  };

  return {
    /** Sends a text from the station. Resolves while it is in transit. */
    async text({ from, to, body, statusUrl }: Pick<PhoneRecord, 'from' | 'to' | 'body' | 'statusUrl'>) {
      const record = await keep({
        kind: 'text',
        direction: 'out',
        sid: newSid('SM'),
        from,
        to,
        body,
        heard: [],
        status: 'queued',
        statusUrl,
        keyUrl: '',
      });
      void carryText(record).catch(() => {});
      return record;
    },

    /** Places a call from the station. It rings until answered on the page. */
    async call({ from, to, twiml, statusUrl }: { from: string; to: string; twiml: string; statusUrl: string }) {
      const { said, keyUrl } = readTwiml(twiml);
      const record = await keep({
        kind: 'call',
        direction: 'out',
        sid: newSid('CA'),
        from,
        to,
        body: said.join(' '),
        heard: [],
        status: 'queued',
        statusUrl,
        keyUrl,
      });
      void carryCall(record).catch(() => {});
      return record;
    },

    /** The member answers a call from the station: returns the prompt and, after a key, the response. */
    async answer(id: string, key: string): Promise<KeptRecord | undefined> {
      const record = await log.get(id);
      if (record?.kind !== 'call' || record.direction !== 'out' || record.status !== 'ringing') return undefined;
      await report(record, 'in-progress');
      const heard = [record.body];
      if (key !== '' && record.keyUrl !== '') {
        const form = { AccountSid: accountSid, CallSid: record.sid, From: record.from, To: record.to, Digits: key };
        const reply = await signedPost(options, record.keyUrl, form);
        heard.push(
          ...(reply.status === 200 ? readTwiml(reply.text).said : [`(the site responded with status ${reply.status})`]),
        );
      }
      await log.update(id, { heard });
      await report(record, 'completed');
      return log.get(id);
    },

    async decline(id: string): Promise<void> {
      const record = await log.get(id);
      if (record?.kind === 'call' && record.direction === 'out' && record.status === 'ringing')
        await report(record, 'no-answer');
    },

    /** The member texts or calls the station. With `times` above one the provider repeats its webhook. */
    async reachStation(
      kind: 'text' | 'call',
      { from, to, body, times }: { from: string; to: string; body: string; times: number },
    ): Promise<PostReply> {
      const sid = newSid(kind === 'text' ? 'SM' : 'CA');
      const { siteUrl } = options;
      const about = { AccountSid: accountSid, ApiVersion: '2010-04-01', From: from, To: to };
      const form: Record<string, string> =
        kind === 'text'
          ? { ...about, MessageSid: sid, SmsSid: sid, Body: body, NumMedia: '0', NumSegments: '1' }
          : { ...about, CallSid: sid, CallStatus: 'ringing', Direction: 'inbound' };
      let reply: PostReply = { status: 0, text: '' };
      for (let sent = 0; sent < times; sent++)
        reply = await signedPost(options, `${siteUrl}/api/p2a/${kind === 'text' ? 'sms' : 'voice'}`, form);
      await keep({
        kind,
        direction: 'in',
        sid,
        from,
        to,
        body,
        heard: [],
        status: `the site responded with status ${reply.status}`,
        statusUrl: '',
        keyUrl: '',
      });
      return reply;
    },
  };
}

export type Line = ReturnType<typeof createLine>;
