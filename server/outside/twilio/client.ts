import { z } from 'zod';
import { failureCode, NOT_SENT, readText } from '#server/outside/outside-reply.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import type { Sending } from '#shared/outside/phone-services.ts';
import { traced } from '#shared/outside/tracing.ts';

export interface TwilioOptions {
  /** Base of the API, `https://api.twilio.com`. */
  url: string;
  accountSid: string;
  authToken: string;
  /** Sender number or name of texts and calls; `MG…` is a messaging service. */
  from: string;
  timeoutMs?: number;
}

const takenSchema = z.object({ sid: z.string().regex(/^[A-Z]{2}\w{1,62}$/) });
const refusedSchema = z.object({ code: z.number().int() });

/** Invalid number, or one that accepts no texts or calls. */
const BAD_NUMBER = new Set([13_223, 13_224, 21_211, 21_217, 21_401, 21_421, 21_614]);
/** Blocked by the carrier, the country's rules or the recipient. */
const BLOCKED = new Set([13_225, 13_227, 21_214, 21_215, 21_408, 21_610, 21_612, 30_004, 30_007]);

export const isBlockedCode = (code: number): boolean => BLOCKED.has(code);

function whyFailed(error: unknown): Sending {
  const reason = error instanceof Error ? error.message : String(error);
  const code = failureCode(error);
  return NOT_SENT.has(code) ? { verdict: 'unavailable', reason: code } : { verdict: 'unknown', reason };
}

function judge(status: number, body: string): Sending {
  if (status === 502 || status === 504) return { verdict: 'unknown', reason: `HTTP ${status}` };
  if (status === 429 || status >= 500) return { verdict: 'unavailable', reason: `HTTP ${status}` };
  const reply: unknown = JSON.parse(body);
  if (status >= 200 && status < 300) return { verdict: 'taken', providerId: takenSchema.parse(reply).sid };
  const code = refusedSchema.safeParse(reply).data?.code ?? 0;
  if (BAD_NUMBER.has(code)) return { verdict: 'badNumber' };
  if (BLOCKED.has(code)) return { verdict: 'blocked' };
  // Our account or request is at fault, not the person waiting for a code.
  return { verdict: 'unavailable', reason: `HTTP ${status}, code ${code}` };
}

/** Requests a text or call, once: the API has no idempotency key. */
export async function askTwilio(
  { url, accountSid, authToken, timeoutMs = OUTSIDE_LIMITS.textsTimeoutMs }: TwilioOptions,
  resource: 'Messages' | 'Calls',
  fields: readonly (readonly [name: string, value: string])[],
): Promise<Sending> {
  try {
    const answer = traced('provider', `Twilio ${resource}`, () =>
      fetch(`${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`, {
        method: 'POST',
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
        headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const response = await answer;
    return judge(response.status, await readText(response));
  } catch (error) {
    return whyFailed(error);
  }
}
