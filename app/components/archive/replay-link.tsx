import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

/** What a press plays. */
export interface ReplayStart {
  archiveId: number;
  sectionId: number;
  /** Start; defaults to where the visitor left it. */
  atMs?: number | undefined;
  /** Pause position of a clip. */
  untilMs?: number | undefined;
  /** Whether it is in the free preview. */
  isFree: boolean;
}

/**
 * Plays a replay in place (`use-replay-presses.ts` handles the press). Without scripts it is a link to the replay's
 * page.
 */
export function ReplayLink({
  start: { archiveId, sectionId, atMs, untilMs, isFree },
  pageAtMs = atMs,
  label,
  className,
  children,
}: {
  start: ReplayStart;
  /** Start position on the replay's page, for opening the link. */
  pageAtMs?: number | undefined;
  /** Accessible name, if the text is not sufficient. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <a
      className={className}
      href={paths.replay(archiveId, { atMs: pageAtMs, untilMs })}
      aria-label={label}
      data-replay={sectionId}
      data-at={atMs}
      data-until={untilMs}
      data-free={isFree ? '' : undefined}
    >
      {children}
    </a>
  );
}
