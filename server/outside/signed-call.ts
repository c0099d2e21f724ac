import { GatewaySilent } from '#domain/payments/gateway.types.ts';
import { OUTSIDE_LIMITS } from '#shared/limits.ts';

export interface SignedReply {
  status: number;
  headers: Headers;
  body: Buffer;
}

/**
 * Asks a provider once, for an answer of which the bytes and headers count, as they are signed. Whatever goes wrong on the way,
 * nobody knows then what became of it: `GatewaySilent`.
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
      if (bytes > OUTSIDE_LIMITS.replyBytes) throw new Error('reply too large');
      chunks.push(chunk);
    }
    return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
  } catch (error) {
    throw new GatewaySilent(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A reply that makes no sense says nothing of what became of the question. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    throw new GatewaySilent('the reply is no JSON', { cause: error });
  }
}

/**
 * A page of the provider's to which a browser is sent: https, unless the provider itself is asked without it, as the sandbox
 * is. Anything else in a reply is an error, not a link.
 */
export function pageOf(address: unknown, gatewayUrl: string): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && gatewayUrl.startsWith('http://'));
  if (!url || !isSafe) throw new GatewaySilent('the reply names no page to go on to');
  return url.href;
}
