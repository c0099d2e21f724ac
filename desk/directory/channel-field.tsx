import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { CHANNEL_IDS, ChannelBit } from '#shared/enums.ts';
import type { FilterField } from '../lists/filter-form.tsx';
import styles from './directory.module.css';

/** Channels of a mask. */
export function ChannelField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <fieldset className={styles.checks}>
      <legend>{directoryText.editor.channels}</legend>
      {CHANNEL_IDS.map((channel) => (
        <label key={channel}>
          <input
            type="checkbox"
            checked={(value & ChannelBit[channel]) !== 0}
            onChange={() => onChange(value ^ ChannelBit[channel])}
          />
          {channel}
        </label>
      ))}
    </fieldset>
  );
}

/** Channels as displayed. */
export const channelText = (mask: number): string =>
  CHANNEL_IDS.filter((channel) => (mask & ChannelBit[channel]) !== 0).join('、');

/** Filters a list by channel. */
export const CHANNEL_FILTER: FilterField = {
  name: 'channel',
  label: directoryText.filters.channel,
  kind: 'choice',
  choices: CHANNEL_IDS.map((channel) => [String(channel), String(channel)] as const),
};
