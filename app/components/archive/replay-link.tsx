import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

/** What is heard at a press. */
export interface ReplayStart {
  archiveId: number;
  sectionId: number;
  /** Where it begins; where the visitor left it, unless told. */
  atMs?: number | undefined;
  /** Where it pauses, as it is a clip. */
  untilMs?: number | undefined;
  /** Everybody may hear it from there. */
  isFree: boolean;
}

/**
 * Plays a replay where the visitor is (`use-replay-presses.ts` hears the press). Without scripts it is what it looks like
 * in the address bar: a link to the replay's page.
 */
export function ReplayLink({
  start: { archiveId, sectionId, atMs, untilMs, isFree },
  pageAtMs = atMs,
  label,
  className,
  children,
}: {
  start: ReplayStart;
  /** Where the page of the replay begins, for who opens that. */
  pageAtMs?: number | undefined;
  /** What it does, where its words do not say it all. */
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
