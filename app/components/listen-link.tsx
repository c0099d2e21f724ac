import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import type { ChannelId } from '#shared/enums.ts';

/**
 * Plays a channel where the visitor is. Without scripts it is what it looks like in the address bar: a link to the
 * channel's live page.
 */
export function ListenLink({
  channel,
  label,
  className,
  children,
}: {
  channel: ChannelId;
  /** What it does, in words, where `children` is only a picture. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <a className={className} href={paths.live(channel)} aria-label={label} data-listen={channel}>
      {children}
    </a>
  );
}
