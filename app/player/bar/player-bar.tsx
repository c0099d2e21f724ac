import { useEffect, useState } from 'react';
import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { usePlayer } from '#app/player/use-player.ts';

type BarComponent = typeof import('./bar.tsx').Bar;

/** The player at the bottom of every page, once something has been played. Its code is loaded with the first source. */
export function PlayerBar() {
  const snapshot = usePlayer();
  // A source whose controls are on its own page ends with that page.
  const { session: held } = snapshot.player;
  const session = held?.source.isOnPage ? null : held;
  const [Bar, setBar] = useState<BarComponent | null>(null);
  // After a failed load, which leaves the press without a visible answer, retry at the next phase change.
  const cause = Bar === null ? session?.phase : undefined;
  useEffect(() => {
    if (cause === undefined) return;
    import('./bar.tsx').then((module) => setBar(() => module.Bar)).catch(() => notify(shell.unreachable, 'info'));
  }, [cause]);
  return Bar !== null && session !== null && <Bar snapshot={snapshot} session={session} />;
}
