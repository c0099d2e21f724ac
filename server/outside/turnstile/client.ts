import { randomUUID } from 'node:crypto';
import type { BotCheck, BotCheckAction, BotVerdict } from '#shared/outside/bot-check.ts';
import { readText } from '#server/outside/outside-reply.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { z } from 'zod';
import { traced } from '#shared/outside/tracing.ts';

/** Response of siteverify, without unused fields. */
const replySchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type SiteverifyReply = z.output<typeof replySchema>;

export interface TurnstileOptions {
  /** URL of siteverify. */
  url: string;
  secret: string;
  /** Our own host name: a token issued on another site is rejected. */
  hostname: string;
  timeoutMs?: number;
}

/**
 * Cloudflare Turnstile. Without a valid response in time the request is retried once under the same idempotency key, so
 * that a token spent by the first request is not held against the visitor; then the verdict is `unavailable`. A token
 * issued on another site or for another form is rejected.
 */
export function turnstile({
  url,
  secret,
  hostname,
  timeoutMs = OUTSIDE_LIMITS.botCheckTimeoutMs,
}: TurnstileOptions): BotCheck {
  async function ask(body: URLSearchParams): Promise<SiteverifyReply> {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A rejection may come with a 4xx and still contain a verdict.
    const reply = replySchema.parse(JSON.parse(await readText(response)));
    if (reply['error-codes'].includes('internal-error')) throw new Error('internal-error');
    return reply;
  }

  function judge(reply: SiteverifyReply, action: BotCheckAction): BotVerdict {
    const reasons = reply['error-codes'];
    // Our misconfiguration, not the visitor's fault.
    const ours = reasons.find((code) => code === 'invalid-input-secret' || code === 'missing-input-secret');
    if (ours !== undefined) return { verdict: 'unavailable', reason: ours };
    if (!reply.success) return { verdict: 'refused', reasons };
    if (reply.hostname !== hostname) return { verdict: 'refused', reasons: ['hostname'] };
    if (reply.action !== action) return { verdict: 'refused', reasons: ['action'] };
    return { verdict: 'passed' };
  }

  return {
    verify: async (token, remoteIp, action) => {
      const body = new URLSearchParams({ secret, response: token, idempotency_key: randomUUID() });
      if (remoteIp !== undefined) body.set('remoteip', remoteIp);
      let reason = '';
      for (let attempt = 0; attempt < 2; attempt++) {
        try {
          return judge(await traced('provider', 'Turnstile', () => ask(body)), action);
        } catch (error) {
          reason = error instanceof Error ? error.message : String(error);
        }
      }
      return { verdict: 'unavailable', reason };
    },
  };
}
