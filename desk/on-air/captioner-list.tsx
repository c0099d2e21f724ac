import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { clockHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import type { Captioner } from './on-air.types.ts';
import { TokenForm } from './token-form.tsx';
import styles from './on-air-page.module.css';

function CaptionerRow({ captioner: { name, is_active: isActive, sent_ts: sentTs } }: { captioner: Captioner }) {
  return (
    <li>
      <b>{name}</b>
      {!isActive && <span className={styles.badge}>{text.withdrawn}</span>}
      <span className={styles.note}>
        {sentTs === null ? text.noCaptions : text.lastCaption(clockHk(new Date(sentTs * 1_000)))}
      </span>
      {isActive && (
        <span className={styles.tools}>
          <ActionButton
            size="small"
            tone="outline"
            action="captioners.withdraw"
            input={{ name }}
            words={text.withdrawCaptions(name)}
          />
        </span>
      )}
    </li>
  );
}

/** Who may caption a channel or an event while it is on the air. */
export function CaptionerList({ streamId, captioners }: { streamId: number; captioners: readonly Captioner[] }) {
  return (
    <>
      <h3 className={styles.head}>{text.captioners}</h3>
      {captioners.length === 0 && <p className={styles.empty}>{text.noCaptioners}</p>}
      <ul className={styles.rows}>
        {captioners.map((captioner) => (
          <CaptionerRow key={captioner.name} captioner={captioner} />
        ))}
      </ul>
      <TokenForm
        action="captioners.register"
        input={{ stream_id: streamId }}
        label={text.captionerName}
        words={text.issueCaptions}
      />
    </>
  );
}
