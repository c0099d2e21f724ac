import { ListenLink } from '#app/components/lists/listen-link.tsx';
import page from '#app/styles/page.module.css';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import buttons from '#app/ui/button.module.css';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { SlotReplay } from './slot-replay.tsx';
import { HostNames } from './host-names.tsx';
import styles from './timetable.module.css';
import type { SlotView } from './timetable.server.ts';

/** A programme of the day: past, on air (tinted, with a time flag) or upcoming. */
export function Slot({ slot, channelId, nowMs }: { slot: SlotView; channelId: ChannelId; nowMs: number }) {
  const running = slot.startsAtMs <= nowMs && nowMs < slot.endsAtMs;
  const past = slot.endsAtMs <= nowMs;
  const state = running ? ` ${styles.running}` : past ? ` ${styles.past}` : '';
  return (
    <li className={styles.slot + state} aria-current={running ? 'true' : undefined}>
      <div className={styles.time}>
        <time dateTime={new Date(slot.startsAtMs).toISOString()}>{clockHk(new Date(slot.startsAtMs))}</time>
        <span>{clockHk(new Date(slot.endsAtMs))}</span>
      </div>
      <Picture name={slot.art} alt="" sizes="(min-width: 768px) 128px, 88px" className={styles.art} />
      <div>
        {running && <span className={page.live}>{timetableText.onAir}</span>}
        {slot.changed && <span className={styles.changed}>{timetableText.changed[slot.changed]}</span>}
        <h3>
          {slot.href === null ? (
            <Phrase text={slot.title} />
          ) : (
            <a href={slot.href}>
              <Phrase text={slot.title} />
            </a>
          )}
        </h3>
        <HostNames hosts={slot.hosts} className={page.meta} />
      </div>
      {running && (
        <div className={styles.act}>
          <ListenLink
            channel={channelId}
            icon="headphones"
            words={timetableText.listen}
            className={`${buttons.button} ${buttons.channel} ${buttons.small}`}
          />
        </div>
      )}
      {past && slot.replay && (
        <div className={styles.act}>
          <SlotReplay
            slot={slot}
            start={slot.replay}
            className={`${buttons.button} ${buttons.outline} ${buttons.small}`}
          />
        </div>
      )}
      {running && (
        <span className={styles.needle}>
          <b>
            <span className="vh">{timetableText.now} </span>
            {clockHk(new Date(nowMs))}
          </b>
        </span>
      )}
    </li>
  );
}
