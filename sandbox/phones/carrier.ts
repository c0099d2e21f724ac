import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { phoneInbox, type WaySwitch } from './inbox.ts';
import { createLine, MAGIC_ENDINGS } from './line.ts';
import type { KeptRecord, PhoneLog } from './phone-log.ts';

export interface PhoneCarrierOptions {
  log: PhoneLog;
  accountSid: string;
  authToken: string;
  /** The station's numbers for members to call and text. */
  stationNos: readonly string[];
  /** Public URL of the site, used in signatures. */
  siteUrl: string;
  /** URL at which the site is reachable from here. */
  reachedAt: string;
  clock?: () => Date;
  stepMs?: number;
  slowMs?: number;
  ringMs?: number;
  /** Delay of a reply that arrives too late. */
  lateMs?: number;
  base?: string;
  /** Switch for the phone verification mode. Omitted if the page may not change it. */
  ways?: WaySwitch;
}

/** Error reply in the provider's format. */
const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

const formOf = (request: FastifyRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

/**
 * Stand-in for a text and voice service that speaks Twilio's protocol: Messages and Calls with signed status callbacks,
 * and a page on which a tester operates the member's phone.
 */
export async function phoneCarrier(
  app: FastifyInstance,
  {
    stationNos,
    clock = () => new Date(),
    stepMs = 150,
    slowMs = 20_000,
    ringMs = 60_000,
    lateMs = 12_000,
    base = '/sandbox/phones',
    ways,
    ...options
  }: PhoneCarrierOptions,
): Promise<void> {
  const { accountSid, authToken, log } = options;
  const line = createLine({ ...options, clock, stepMs, slowMs, ringMs });
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(body.toString()));
  });

  /** Validates a request and sends the provider's error. Null if it is valid. */
  function refusal(request: FastifyRequest<{ Params: { sid: string } }>, reply: FastifyReply, needed: string[]) {
    const form = formOf(request);
    if (request.headers.authorization !== authorization || request.params.sid !== accountSid)
      return refuse(reply, 401, 20_003, 'Authentication Error - invalid username');
    if (!form.get('To')) return refuse(reply, 400, 21_604, "A 'To' phone number is required.");
    const missing = needed.find((name) => !name.split('|').some((one) => form.get(one)));
    if (missing) return refuse(reply, 400, 21_602, `${missing} is required.`);
    if (!/^\+\d{8,15}$/.test(form.get('To') ?? '')) return refuse(reply, 400, 21_211, "Invalid 'To' Phone Number.");
    return null;
  }

  /** A resource of the provider: its required fields and its error for unreachable numbers. */
  function resource(
    name: 'Messages' | 'Calls',
    { needed, unreached }: { needed: string[]; unreached: [code: number, message: string] },
    take: (form: URLSearchParams, to: string) => Promise<KeptRecord>,
  ): void {
    app.post<{ Params: { sid: string } }>(
      `/2010-04-01/Accounts/:sid/${name}.json`,
      { schema: { hide: true } },
      async (request, reply) => {
        const refused = refusal(request, reply, needed);
        if (refused) return refused;
        const form = formOf(request);
        const to = form.get('To') ?? '';
        if (to.endsWith(MAGIC_ENDINGS.refused)) return refuse(reply, 400, ...unreached);
        const { sid, at } = await take(form, to);
        if (to.endsWith(MAGIC_ENDINGS.late)) await delay(lateMs, undefined, { ref: false });
        const dateCreated = at.toUTCString();
        return reply
          .code(201)
          .send({ sid, account_sid: accountSid, to, status: 'queued', date_created: dateCreated, error_code: null });
      },
    );
  }

  resource(
    'Messages',
    { needed: ['From|MessagingServiceSid', 'Body'], unreached: [21_614, "'To' number is not a valid mobile number"] },
    (form, to) =>
      line.text({
        from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
        to,
        body: form.get('Body') ?? '',
        statusUrl: form.get('StatusCallback') ?? '',
      }),
  );
  resource(
    'Calls',
    { needed: ['From', 'Twiml'], unreached: [21_214, "'To' phone number cannot be reached"] },
    (form, to) =>
      line.call({
        from: form.get('From') ?? '',
        to,
        twiml: form.get('Twiml') ?? '',
        statusUrl: form.get('StatusCallback') ?? '',
      }),
  );

  phoneInbox(app, { log, line, stationNos, base, ways });
}
