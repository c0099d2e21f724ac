import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { liveMomentText as words } from '#app/text/zh-hk/live-moment.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './live.module.css';
import type { LiveMoment } from './live-moment.server.ts';

/** What a shared link means: one press plays the channel from its instant. Presses are handled outside (`player-host.tsx`). */
export function Moment({ channelId, moment }: { channelId: ChannelId; moment: LiveMoment }) {
  const { kind, atMs, when, day, said } = moment;
  const isLive = kind === 'live';
  return (
    <section className={`wrap ${page.head} ${styles.moment}`} data-channel={channelId} aria-labelledby="moment">
      <SectionHeading id="moment" small>
        {words.heading[kind]}
      </SectionHeading>
      <p className={page.intro}>{isLive ? said || words.description(String(channelId), when) : words[kind](when)}</p>
      <p>
        <a
          className={buttonClasses({ tone: 'channel', size: 'large' })}
          href={paths.live(channelId)}
          data-listen={channelId}
          data-from={isLive ? atMs : ''}
        >
          <Icon name="play" fill />
          {isLive ? words.play(when) : words.listen}
        </a>
        {kind === 'none' && (
          <a className={buttonClasses({ tone: 'outline', size: 'large' })} href={paths.archives({ day })}>
            {words.dayOf(day)}
          </a>
        )}
      </p>
    </section>
  );
}
