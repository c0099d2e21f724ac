import { useCallback, useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { callAsMember } from '#app/components/member/member-call.ts';
import { screenCalls } from '#app/screen-paths.ts';
import type { EventWire } from '#domain/events/events.schema.ts';

/** A visitor's tickets for an event. `unknown` until loaded; a guest has none. */
export type OwnEvent = { is: 'unknown' } | { is: 'guest' } | { is: 'member'; event: EventWire };

/**
 * Fetched after load, as the page is the same for everyone; again when the event's phase changes, or after a purchase
 * or gift.
 */
export function useOwnEvent(eventId: number, phase: string): { own: OwnEvent; askAgain: () => void } {
  const member = useMember();
  const isMember = member === null ? null : member.user !== null;
  const [event, setEvent] = useState<EventWire | null>(null);
  const ask = useCallback(async () => {
    const answer = await callAsMember(screenCalls.event(eventId), {}, { tells: false });
    if (answer.isOk) setEvent(answer.response as EventWire);
  }, [eventId]);
  useEffect(() => {
    if (isMember) void ask();
  }, [isMember, ask, phase]);
  if (isMember === false) return { own: { is: 'guest' }, askAgain: () => void ask() };
  return {
    own: event === null || event.id !== eventId ? { is: 'unknown' } : { is: 'member', event },
    askAgain: () => void ask(),
  };
}
