import base from '#app/components/lists/card.module.css';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './replay-card.module.css';
import { ReplayLink } from './replay-link.tsx';
import { firstStart, type ReplayView } from './replay-view.ts';

/** A broadcast in a list: a link to its page, and a play button. */
export function ReplayCard({
  replay,
  when,
  sizes = '(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 64vw',
}: {
  replay: ReplayView;
  when: string;
  sizes?: string;
}) {
  const { id, title, art, channels, startsAtMs, isEnded } = replay;
  const start = isEnded ? undefined : firstStart(replay);
  return (
    <article className={base.card} data-channel={channels[0]}>
      <Picture name={art} alt="" sizes={sizes} />
      {start && (
        <ReplayLink
          start={start}
          label={archiveText.play(title.replaceAll(BREAK, ''), clockHk(new Date(startsAtMs)))}
          className={buttonClasses({ tone: 'channel' }, styles.play)}
        >
          <Icon name="play" fill />
        </ReplayLink>
      )}
      <div className={base.body}>
        <h3 className={base.title}>
          <a href={paths.replay(id)}>
            <Phrase text={title} />
          </a>
        </h3>
        <p className={page.meta}>
          {channels.map((channel) => (
            <Numeral key={channel} channel={channel} />
          ))}
          <span>{when}</span>
        </p>
      </div>
    </article>
  );
}
