import { GatewayTimeoutError } from '#domain/payments/gateway.types.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';

export interface SignedReply {
  status: number;
  headers: Headers;
  body: Buffer;
}

/**
 * Calls a provider once and returns the raw bytes and headers, because they are signed. Any failure leaves the outcome
 * unknown: `GatewayTimeoutError`.
 */
export async function callSigned(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  timeoutMs: number = OUTSIDE_LIMITS.paymentsTimeoutMs,
): Promise<SignedReply> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > OUTSIDE_LIMITS.replyBytes) throw new Error('the response is too large');
      chunks.push(chunk);
    }
    return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
  } catch (error) {
    throw new GatewayTimeoutError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Parses a reply. Invalid JSON leaves the outcome unknown. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    throw new GatewayTimeoutError('the response is not valid JSON', { cause: error });
  }
}

/**
 * Validates the provider's page to which a browser is redirected: https, or http if the provider itself is called by
 * http, as the sandbox is. Anything else in a reply is an error, not a link.
 */
export function pageOf(address: unknown, gatewayUrl: string): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && gatewayUrl.startsWith('http://'));
  if (!url || !isSafe) throw new GatewayTimeoutError('the response has no page to redirect to');
  return url.href;
}
