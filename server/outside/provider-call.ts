import { setTimeout as delay } from 'node:timers/promises';
import { GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';
import { traced } from '#shared/outside/tracing.ts';
import { failureCode, NOT_SENT, readText } from './outside-reply.ts';

export interface ProviderCall {
  /** For the log: no id, no secret. */
  what: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  timeoutMs: number;
  /** Whether the call is idempotent. */
  mayRepeat: boolean;
  pauseMs?: number;
}

export interface ProviderAnswer {
  status: number;
  text: string;
}

const TRIES = 2;
const PAUSE_MS = 300;

async function tryOnce(call: ProviderCall): Promise<ProviderAnswer | { reason: string; isSent: boolean }> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      redirect: 'error',
      signal: AbortSignal.timeout(call.timeoutMs),
      ...(call.headers ? { headers: call.headers } : {}),
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    const text = await readText(response, OUTSIDE_LIMITS.paymentReplyBytes);
    // A proxy timed out or the provider failed midway: the request may have taken effect.
    if (response.status >= 500 || response.status === 429) return { reason: `HTTP ${response.status}`, isSent: true };
    return { status: response.status, text };
  } catch (error) {
    const code = failureCode(error);
    const reason = code || (error instanceof Error ? error.message : String(error));
    return { reason, isSent: !NOT_SENT.has(code) };
  }
}

/** Calls a payment provider. Without an answer it retries once if safe, then throws `GatewayTimeoutError`. */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  for (let tries = 1; ; tries++) {
    const tried = await traced('provider', call.what, () => tryOnce(call));
    if ('text' in tried) return tried;
    if (tries === TRIES || (tried.isSent && !call.mayRepeat))
      throw new GatewayTimeoutError(`${call.what}: ${tried.reason}`);
    await delay(call.pauseMs ?? PAUSE_MS);
  }
}
