import { useEffect, useState } from 'react';
import { usePlayer } from '#app/player/use-player.ts';

type BarComponent = typeof import('./bar.tsx').Bar;

/** The player at the foot of every page, once something was played. Its code comes with what plays. */
export function PlayerBar() {
  const snapshot = usePlayer();
  // What has its controls on its own page ends with that page.
  const { session: held } = snapshot.player;
  const session = held?.source.isOnPage ? null : held;
  const [Bar, setBar] = useState<BarComponent | null>(null);
  // Where it does not come, it is asked for again when something changes.
  const cause = Bar === null ? session?.phase : undefined;
  useEffect(() => {
    if (cause === undefined) return;
    import('./bar.tsx').then(
      (module) => setBar(() => module.Bar),
      () => undefined,
    );
  }, [cause]);
  return Bar !== null && session !== null && <Bar snapshot={snapshot} session={session} />;
}
