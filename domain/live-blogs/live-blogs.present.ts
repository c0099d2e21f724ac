import { unixSeconds } from '#shared/hk-time.ts';
import { isChannelId, ContentBlockType } from '#shared/enums.ts';
import { toRichText } from '#shared/text/to-rich-text.ts';
import type { EntryView } from './live-blogs.rules.ts';
import type { Entry } from './live-blogs.store.ts';

/** An entry as readers have it. A withdrawn one shows only that, when and why. */
export function presentEntry(entry: Entry, siteUrl: string): EntryView {
  const { id, sequence, isPinned, channel, heardAt, withdrawnAt, corrections } = entry;
  const isWithdrawn = withdrawnAt !== null;
  return {
    id,
    sequence,
    posted_ts: unixSeconds(entry.postedAt),
    byline: isWithdrawn ? '' : entry.byline,
    blocks: isWithdrawn
      ? []
      : entry.blocks.flatMap((block): EntryView['blocks'] => {
          if (block.type === ContentBlockType.TEXT)
            return [{ kind: 'text', nodes: toRichText(block.html, { siteUrl }) }];
          if (block.type !== ContentBlockType.IMAGE) return [];
          const { picture, alt, caption = '', credit = '' } = block;
          return [{ kind: 'image', picture, alt, caption, credit }];
        }),
    sound:
      isWithdrawn || channel === null || heardAt === null || !isChannelId(channel)
        ? null
        : { channel, at_ts: unixSeconds(heardAt) },
    is_pinned: isPinned,
    corrections: isWithdrawn ? [] : corrections.map(({ atMs, note }) => ({ at_ts: atMs / 1000, note })),
    withdrawn: isWithdrawn ? { at_ts: unixSeconds(withdrawnAt), note: entry.withdrawalNote } : null,
  };
}
