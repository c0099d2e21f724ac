const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 120_000;

let sender: number | null = null;

/** The account whose rooms this document shows; null before its log-in. */
export const senderId = (): number | null => sender;

/** From now on, what is sent is refused unless the session is that of this account: tabs share the cookie. */
export const sendAs = (accountId: number): void => void (sender = accountId);

export const senderHeader = (): Record<string, string> =>
  sender === null ? {} : { 'x-staff-account': String(sender) };

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

/** The call was refused because its session has ended. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

interface Wrapped {
  response_code?: number | string;
  response?: unknown;
}

async function send<T>(path: string, init: RequestInit, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let reply: Response;
  try {
    reply = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, null, null);
  }
  const told = (await reply.json().catch(() => null)) as Wrapped | null;
  // Given up, or cut, after its headers had arrived.
  signal?.throwIfAborted();
  if (reply.ok && told === null) throw new CallError(0, null, null);
  if (reply.ok) return told?.response as T;
  const detail = (told?.response as { detail?: unknown } | undefined)?.detail ?? null;
  throw new CallError(reply.status, told?.response_code ?? null, detail);
}

/** Calls the desk's API; throws `CallError`. A body makes it a POST. */
export const call = <T>(
  path: string,
  body?: object,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<T> =>
  send<T>(
    path,
    body
      ? {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...senderHeader(), ...headers },
          body: JSON.stringify(body),
        }
      : {},
    TIMEOUT_MS,
    signal,
  );

/** Sends a file as it is; throws `CallError`. */
export const upload = <T>(path: string, file: Blob): Promise<T> =>
  send<T>(
    path,
    { method: 'POST', headers: { 'content-type': 'application/octet-stream', ...senderHeader() }, body: file },
    UPLOAD_TIMEOUT_MS,
  );
