import type { ChannelId } from '#shared/enums.ts';
import { Numeral } from './numeral.tsx';

/** The numerals of some channels, each in its colour. */
export function ChannelNumerals({ channels }: { channels: readonly ChannelId[] }) {
  return channels.map((channel) => (
    <span key={channel} data-channel={channel}>
      <Numeral channel={channel} />
    </span>
  ));
}
