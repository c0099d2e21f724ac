import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSecondsLeft } from '#app/components/hooks/use-seconds-left.ts';
import { calls } from '#app/paths.ts';
import type { loader } from './verify-phone.server.ts';

export type VerifyPhoneData = Awaited<ReturnType<typeof loader>>;
export type PhoneRequest = NonNullable<VerifyPhoneData['request']>;

/** Every three seconds, and for 45 seconds after the window closed (K-081). */
const CHECK_MS = 3_000;
const LAST_CHECKS_SECONDS = 45;
const TIMEOUT_MS = 10_000;

/** Whether the request is over, as far as the call reports. */
async function check(
  request: PhoneRequest,
  isLast: boolean,
  signal: AbortSignal,
): Promise<'over' | 'waiting' | 'no-answer'> {
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
  // Refused: it is over, another tab uses another method, or the member is logged out; the page shows which.
  if ([401, 404, 409].includes(response.status)) return 'over';
  if (!response.ok) return 'no-answer';
  const told = (await response.json()) as { response: Pick<PhoneRequest, 'request_state'> };
  return told.response.request_state.startsWith('waiting-') ? 'waiting' : 'over';
}

/** Polls for the call or text, and reloads the page's data once the request is over. */
export function usePhoneChecks(request: PhoneRequest): { left: number; isLastCheck: boolean; isOffline: boolean } {
  const { revalidate } = useRevalidator();
  const left = useSecondsLeft(request.seconds_left, request);
  const [isOver, setOver] = useState(false);
  const [isOffline, setOffline] = useState(false);
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
      const answer = await check(named, checksLeft <= 0, gone.signal).catch(() => 'no-answer' as const);
      isAsking = false;
      if (gone.signal.aborted) return;
      setOffline(answer === 'no-answer');
      if (answer !== 'over') return;
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
  return { left, isLastCheck: isOver || left === 0, isOffline };
}
