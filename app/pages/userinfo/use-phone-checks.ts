import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { calls } from '#app/paths.ts';
import type { loader } from './verify-phone.server.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

export type PhoneRequest = NonNullable<Awaited<ReturnType<typeof loader>>['request']>;

/** Every three seconds, and for 45 seconds after the window closed (K-081). */
const CHECK_MS = 3_000;
const LAST_CHECKS_SECONDS = 45;
const TIMEOUT_MS = 10_000;

/** Whether the request is over, as far as the call tells; false where it does not answer. */
async function check(request: PhoneRequest, isLast: boolean, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(calls.checkPhoneStatus(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      p2a_verification_request_id: request.p2a_verification_request_id,
      page_instance: request.page_instance,
      verifying_phone_no: request.verifying_phone_no,
      verify_type: request.verify_type,
      timeout_check: isLast,
    }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  // Refused: it is over, or goes another way in another tab.
  if (response.status === 409 || response.status === 404) return true;
  if (!response.ok) return false;
  const told = (await response.json()) as { response: Pick<PhoneRequest, 'request_state'> };
  return !told.response.request_state.startsWith('waiting-');
}

/** Asks whether the call or text came, and lets the page be read anew once the request is over. */
export function usePhoneChecks(request: PhoneRequest): { left: number; isLastCheck: boolean } {
  const { revalidate } = useRevalidator();
  const left = useSecondsLeft(request.seconds_left, request);
  const [isOver, setOver] = useState(false);
  const about = useRef({ request, left });
  useEffect(() => {
    about.current = { request, left };
  });
  useEffect(() => {
    const gone = new AbortController();
    let checksLeft = Math.ceil((LAST_CHECKS_SECONDS * 1_000) / CHECK_MS);
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      const { request: named, left: seconds } = about.current;
      if (seconds === 0) checksLeft -= 1;
      isAsking = true;
      const isEnded = await check(named, checksLeft <= 0, gone.signal).catch(() => false);
      isAsking = false;
      if (!isEnded || gone.signal.aborted) return;
      clearInterval(timer);
      setOver(true);
      await revalidate();
    };
    const timer = setInterval(() => void ask(), CHECK_MS);
    return () => {
      clearInterval(timer);
      gone.abort();
    };
  }, [request.p2a_verification_request_id, revalidate]);
  return { left, isLastCheck: isOver || left === 0 };
}
