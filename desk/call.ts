const TIMEOUT_MS = 20_000;

/** A refused or failed call. Status 0: no reply. */
export class CallError extends Error {
  readonly status: number;
  readonly code: number | string | null;
  readonly detail: unknown;
  constructor(status: number, code: number | string | null, detail: unknown) {
    super(`the call was answered with ${status}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

interface Wrapped {
  response_code?: number | string;
  response?: unknown;
}

/** Calls the desk's API; throws `CallError`. A body makes it a POST. */
export async function call<T>(
  path: string,
  body?: object,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let reply: Response;
  try {
    reply = await fetch(path, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, null, null);
  }
  const told = (await reply.json().catch(() => null)) as Wrapped | null;
  if (reply.ok) return told?.response as T;
  const detail = (told?.response as { detail?: unknown } | undefined)?.detail ?? null;
  throw new CallError(reply.status, told?.response_code ?? null, detail);
}
