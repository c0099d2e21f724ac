import { z } from 'zod';
import { takeIncoming } from '#domain/phone-verification/phone-requests.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import { smsReported } from '#domain/phone-verification/sms-codes.ts';
import type { CallDelivery, SmsDelivery } from '#domain/phone-verification/sms-codes.rules.ts';
import { callReported, voiceKeyPressed } from '#domain/phone-verification/voice-codes.ts';
import type { WebhookProvider, WebhookReply, WebhookRoute, SentWebhook } from '#server/web/webhook-routes.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { WEBHOOK_LIMITS } from '#shared/limits.ts';
import { isBlockedCode } from './client.ts';
import { isSignedByTwilio } from './signature.ts';
import { EMPTY_TWIML, HANGUP_TWIML, REJECT_TWIML, sentencesTwiml } from './twiml.ts';

export interface TwilioWebhooksOptions {
  phones: PhoneServices;
  accountSid: string;
  authToken: string;
}

const MAX_SID_CHARS = 64;

/** Delivery states of the service. Maps, because `__proto__` is a possible key. */
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

const twiml = (body: string): WebhookReply => ({ type: 'text/xml; charset=utf-8', body });

/** Makes a field storable: PostgreSQL rejects NUL. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, WEBHOOK_LIMITS.fieldChars);

const formOf = ({ body }: SentWebhook) => new URLSearchParams(body.toString());

interface WebhookFields {
  /** A field by name. Empty if absent. */
  field: (name: string) => string;
  /** An integer of ours in the query. Throws if missing. */
  ours: (name: string) => number;
}

function read(sent: SentWebhook): WebhookFields {
  const form = formOf(sent);
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

/** Id of a text or call. Throws if missing. */
function sidOf({ field }: WebhookFields, name: 'MessageSid' | 'CallSid'): string {
  const sid = field(name);
  if (sid === '') throw new DomainError('invalidParam');
  return sid;
}

/** The service has no event ids, but no text or call enters a state twice. */
const eventOf = (fields: WebhookFields, name: 'MessageSid' | 'CallSid', state: string) =>
  `${sidOf(fields, name).slice(0, MAX_SID_CHARS)}:${state}`;

const textReport = z.object({
  id: z.number().int(),
  delivery: z.enum(['queued', 'sent', 'delivered', 'undelivered', 'blocked']),
});
const callReport = z.object({
  id: z.number().int(),
  turn: z.number().int(),
  delivery: z.enum(['queued', 'ringing', 'answered', 'completed', 'unreached']),
});

/**
 * Webhooks of the text and voice service: incoming calls and texts, and the delivery status of ours. The signature
 * covers the URL as the service knows it and every field.
 */
export function twilioWebhooks({ phones, accountSid, authToken }: TwilioWebhooksOptions): WebhookProvider {
  function isGenuine(sent: SentWebhook): boolean {
    const form = formOf(sent);
    const fields = [...form];
    const signature = sent.headers['x-twilio-signature'];
    const signed = { url: sent.url, fields, signature: typeof signature === 'string' ? signature : undefined };
    return (
      fields.length <= WEBHOOK_LIMITS.fields &&
      isSignedByTwilio(authToken, signed) &&
      form.get('AccountSid') === accountSid
    );
  }

  const textStatus: WebhookRoute = {
    kind: 'text-status',
    read(sent) {
      const webhook = read(sent);
      const state = webhook.field('MessageStatus');
      const delivery = SMS_STATES.get(state);
      if (!delivery) return null;
      const isBlocked = delivery === 'undelivered' && isBlockedCode(Number(webhook.field('ErrorCode')));
      const report: z.input<typeof textReport> = { id: webhook.ours('id'), delivery: isBlocked ? 'blocked' : delivery };
      return { eventId: eventOf(webhook, 'MessageSid', state), payload: JSON.stringify(report) };
    },
    handle: (tx, payload) => smsReported({ ...phones, db: tx }, textReport.parse(JSON.parse(payload))),
  };

  const callStatus: WebhookRoute = {
    kind: 'call-status',
    read(sent) {
      const webhook = read(sent);
      const state = webhook.field('CallStatus');
      const delivery = CALL_STATES.get(state);
      if (!delivery) return null;
      const report: z.input<typeof callReport> = { id: webhook.ours('id'), turn: webhook.ours('turn'), delivery };
      return { eventId: eventOf(webhook, 'CallSid', state), payload: JSON.stringify(report) };
    },
    handle: (tx, payload) => callReported({ ...phones, db: tx }, callReport.parse(JSON.parse(payload))),
  };

  async function takeFrom(by: 'sms' | 'call', sent: SentWebhook, now: Date): Promise<void> {
    const webhook = read(sent);
    const providerId = sidOf(webhook, by === 'sms' ? 'MessageSid' : 'CallSid');
    const { field } = webhook;
    await takeIncoming(phones, { by, providerId, from: field('From'), to: field('To'), text: field('Body') }, now);
  }

  return {
    name: 'twilio',
    contentType: 'application/x-www-form-urlencoded',
    isGenuine,
    taken: twiml(EMPTY_TWIML),
    webhooks: { '/api/p2a/sms-status': textStatus, '/api/p2a/voice-status': callStatus },
    // The member's page is waiting for the incoming text or call, so these are processed at once; `phones` deduplicates
    // by id.
    questions: {
      '/api/p2a/sms': async (sent, now) => {
        await takeFrom('sms', sent, now);
        return twiml(EMPTY_TWIML);
      },
      '/api/p2a/voice': async (sent, now) => {
        await takeFrom('call', sent, now);
        return twiml(REJECT_TWIML);
      },
      '/api/p2a/voice-key': async (sent, now) => {
        const { field, ours } = read(sent);
        // Without a key press the call may have reached voice mail.
        if (field('Digits') === '') return twiml(HANGUP_TWIML);
        return twiml(sentencesTwiml(await voiceKeyPressed(phones, { id: ours('id'), turn: ours('turn') }, now)));
      },
    },
  };
}
