import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeIncoming } from '#domain/phones/phone-requests.ts';
import type { PhoneServices } from '#domain/phones/phones.ts';
import { smsReported } from '#domain/phones/sms-codes.ts';
import type { CallDelivery, SmsDelivery } from '#domain/phones/sms-codes.rules.ts';
import { callReported, voiceKeyPressed } from '#domain/phones/voice-codes.ts';
import { isBlockedCode } from './client.ts';
import { isSignedByTwilio } from './signature.ts';
import { EMPTY_TWIML, HANGUP_TWIML, REJECT_TWIML, sentencesTwiml } from './twiml.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';

export interface PhoneHooksOptions {
  phones: PhoneServices;
  accountSid: string;
  authToken: string;
  clock: () => Date;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_CHARS = 2_000;

/** Words of the service for how far something got. Maps, as `__proto__` is a word too. */
const SMS_STATES: ReadonlyMap<string, SmsDelivery> = new Map([
  ['accepted', 'queued'],
  ['queued', 'queued'],
  ['sending', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
]);
const CALL_STATES: ReadonlyMap<string, CallDelivery> = new Map([
  ['queued', 'queued'],
  ['initiated', 'queued'],
  ['ringing', 'ringing'],
  ['in-progress', 'answered'],
  ['answered', 'answered'],
  ['completed', 'completed'],
  ['busy', 'unreached'],
  ['no-answer', 'unreached'],
  ['failed', 'unreached'],
  ['canceled', 'unreached'],
]);

/** A field as it may be stored: PostgreSQL takes no NUL. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, MAX_CHARS);

interface Told {
  /** A field by name, empty where it is not there. */
  field: (name: string) => string;
  /** A whole number of our own in the query; refused where there is none. */
  ours: (name: string) => number;
}

/**
 * What the text and voice service tells us: calls and texts that came in, and how far ours got. Every request is signed
 * over the address as the service knows it, so it is checked against the configured one, whatever a proxy made of it.
 */
export async function phoneHooks(
  app: FastifyInstance,
  { phones, accountSid, authToken, clock }: PhoneHooksOptions,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );

  function read(request: FastifyRequest): Told {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const fields = [...form];
    const signature = request.headers['x-twilio-signature'];
    const sent = {
      url: `${phones.siteUrl}${request.raw.url ?? ''}`,
      fields,
      signature: typeof signature === 'string' ? signature : undefined,
    };
    if (fields.length > MAX_FIELDS || !isSignedByTwilio(authToken, sent)) throw new DomainError('forbidden');
    if (form.get('AccountSid') !== accountSid) throw new DomainError('forbidden');
    const query = new URL(sent.url).searchParams;
    return {
      field: (name) => clean(form.get(name) ?? ''),
      ours: (name) => {
        const value = Number(query.get(name));
        if (!isPossibleId(value)) throw new DomainError('invalidParam');
        return value;
      },
    };
  }

  const answer = (reply: FastifyReply, twiml = EMPTY_TWIML) =>
    reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store').send(twiml);

  function hook(path: string, take: (told: Told, now: Date) => Promise<string | void>): void {
    app.post(`/api/p2a/${path}`, { schema: { hide: true } }, async (request, reply) =>
      answer(reply, (await take(read(request), clock())) ?? EMPTY_TWIML),
    );
  }

  async function takeFrom(by: 'sms' | 'call', { field }: Told, now: Date): Promise<void> {
    const providerId = field(by === 'sms' ? 'MessageSid' : 'CallSid');
    if (providerId === '') throw new DomainError('invalidParam');
    await takeIncoming(phones, { by, providerId, from: field('From'), to: field('To'), text: field('Body') }, now);
  }

  hook('sms', (told, now) => takeFrom('sms', told, now));
  hook('voice', async (told, now) => {
    await takeFrom('call', told, now);
    return REJECT_TWIML;
  });
  hook('sms-status', async ({ field, ours }) => {
    const state = SMS_STATES.get(field('MessageStatus'));
    const isBlocked = state === 'undelivered' && isBlockedCode(Number(field('ErrorCode')));
    if (state) await smsReported(phones, { id: ours('id'), delivery: isBlocked ? 'blocked' : state });
  });
  hook('voice-status', async ({ field, ours }) => {
    const delivery = CALL_STATES.get(field('CallStatus'));
    if (delivery) await callReported(phones, { id: ours('id'), turn: ours('turn'), delivery });
  });
  hook('voice-key', async ({ field, ours }, now) =>
    // Without a key nobody may be there but voice mail.
    field('Digits') === ''
      ? HANGUP_TWIML
      : sentencesTwiml(await voiceKeyPressed(phones, { id: ours('id'), turn: ours('turn') }, now)),
  );
}
