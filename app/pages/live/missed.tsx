import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { playerText } from '#app/text/zh-hk/player.ts';
import { missedText as words } from '#app/text/zh-hk/missed.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { MissedMoment } from '#domain/moments/moments.rules.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './live.module.css';

/** Moments of the programme on air: a press plays from each, the last returns to live (`player-host.tsx`). */
export function Missed({ channelId, missed }: { channelId: ChannelId; missed: readonly MissedMoment[] }) {
  return (
    <section aria-labelledby="missed-title">
      <SectionHeading id="missed-title" small>
        {words.title}
      </SectionHeading>
      <ol className={styles.songs}>
        {missed.map(({ kind, title, artist, startsAtMs }) => {
          const clock = clockHk(new Date(startsAtMs));
          return (
            <li key={`${startsAtMs} ${kind}`}>
              <time dateTime={new Date(startsAtMs).toISOString()}>{clock}</time>
              <a href={paths.live(channelId)} data-listen={channelId} data-from={startsAtMs}>
                <span className="vh">{words.from(clock)}</span>
                <span>
                  <b>{title || words.bulletin}</b>
                  <span>{artist || words.kinds[kind]}</span>
                </span>
              </a>
            </li>
          );
        })}
        <li>
          <span />
          <a className={page.link} href={paths.live(channelId)} data-listen={channelId} data-from="">
            {playerText.goLive}
          </a>
        </li>
      </ol>
    </section>
  );
}
