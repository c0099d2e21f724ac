import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pause } from '#app/player/player.store.ts';
import { soundingSection } from '#app/player/sounding-section.ts';
import { playReplay } from '#app/player/use-player.ts';
import { memberNow } from './member-state.ts';

/** Texts for a visitor who may not play a replay: loaded only in that case. */
const REFUSALS = {
  guest: { status: 401, code: 10004, message: '' },
  plain: { status: 403, code: 20003, message: '' },
} as const;

/**
 * Makes replay links play in place, and pause what they play. Members known to have no plan hear what they bought
 * individually, and are refused the rest;
 * otherwise, and for the free preview, the call decides. Without scripts the links lead to the replay's page.
 */
export function useReplayPresses(pricing: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-replay]') : null;
      if (link === null) return;
      event.preventDefault();
      const { replay, at, until, free } = link.dataset;
      const play = () =>
        playReplay({
          sectionId: Number(replay),
          ...(at !== undefined && { atMs: Number(at) }),
          ...(until !== undefined && { untilMs: Number(until) }),
        });
      if (at === undefined && soundingSection() === Number(replay)) return pause();
      const member = memberNow();
      if (member === null || member.subscribed || free !== undefined) return play();
      const refusal = REFUSALS[member.user ? 'plain' : 'guest'];
      // After login, a pressed moment is the return address.
      const returnTo = at === undefined ? undefined : (link.getAttribute('href') ?? undefined);
      const telling = { go: (path: string) => void navigate(path), pricing, returnTo };
      void import('#app/components/archive/refused-press.ts')
        .then(({ tellRefusedPress }) => tellRefusedPress(refusal, { ...telling, sectionId: Number(replay), play }))
        .catch(
          // If the texts fail to load, the call refuses, and the player shows that.
          play,
        );
    };
    // In the capture phase, before the site's own link handler, which would navigate.
    document.addEventListener('click', press, { capture: true });
    return () => document.removeEventListener('click', press, { capture: true });
  }, [navigate, pricing]);
}
