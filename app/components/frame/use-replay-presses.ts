import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pause } from '#app/player/player.store.ts';
import { soundingSection } from '#app/player/sounding-section.ts';
import { playReplay } from '#app/player/use-player.ts';
import { memberNow } from './member-state.ts';

/** What is said to who may not hear a replay: nobody who plays one loads it. */
const REFUSALS = {
  guest: { status: 401, code: 10004, message: '' },
  plain: { status: 403, code: 20003, message: '' },
} as const;

/**
 * Makes links of replays play where the visitor is, and pause what they play. Whom the page knows to have no plan is told
 * so at once; of everybody else, and of a free beginning, the call decides. Without scripts they lead to the replay's page.
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
      // Who pressed a moment comes back to it.
      const returnTo = at === undefined ? undefined : (link.getAttribute('href') ?? undefined);
      void import('#app/components/member/member-call.ts').then(
        ({ tellRefusal }) => tellRefusal(refusal, { go: (path) => void navigate(path), pricing, returnTo }),
        // Without the words the call refuses, and the player says it.
        play,
      );
    };
    // Before the site's own listener for links, which would follow it.
    document.addEventListener('click', press, { capture: true });
    return () => document.removeEventListener('click', press, { capture: true });
  }, [navigate, pricing]);
}
