import styles from './numeral.module.css';
import sprite from './sprite.svg?url';

const WIDTH = { 881: 176, 903: 194, 864: 200 } as const;

/** The drawn numeral of a channel, never set in a font. `decorative` if the channel is named in text beside it. */
export function Numeral({ channel, decorative = false }: { channel: keyof typeof WIDTH; decorative?: boolean }) {
  return (
    <svg
      className={styles.numeral}
      viewBox={`0 0 ${WIDTH[channel]} 100`}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': String(channel) })}
    >
      <use href={`${sprite}#n${channel}`} />
    </svg>
  );
}
