import { useEffect, useState } from 'react';
import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import base from '#app/components/lists/card.module.css';
import card from '#app/components/archive/replay-card.module.css';
import { COOKIES, DAY_SECONDS, writeCookie } from '#app/cookies.ts';
import { callAsMember } from '#app/components/member/member-call.ts';
import { calls, paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { Shelf } from '#app/ui/shelf.tsx';
import type { BegunWire } from '#domain/archive/archive.schema.ts';
import { channelsOf } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { BegunCardRoom } from './begun-card-room.tsx';
import styles from './begun.module.css';

const BEGUN_NONE_SECONDS = 30 * DAY_SECONDS;

/** A subscriber's replays in progress, fetched after load. */
export function BegunShelf({ nowMs }: { nowMs: number }) {
  const [items, setItems] = useState<readonly BegunWire[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    void callAsMember(calls.replaysBegun(), { signal: ended.signal }).then((answer) => {
      if (ended.signal.aborted) return;
      if (!answer.isOk) return setFailed(true);
      const begun = (answer.response as { items: BegunWire[] }).items;
      // Without any, it takes no space from the first paint of the next visit.
      writeCookie(COOKIES.begun, '0', { maxAgeSeconds: begun.length === 0 ? BEGUN_NONE_SECONDS : 0 });
      document.documentElement.dataset.begun = begun.length === 0 ? 'none' : 'some';
      setItems(begun);
    });
    return () => ended.abort();
  }, []);
  const { title, none, failed, shelf } = archiveText.begun;
  return (
    <section className={styles.box} aria-labelledby="begun" aria-busy={items === null && !hasFailed}>
      <SectionHeading id="begun" more={{ href: paths.listeningHistory(), words: archiveText.history }}>
        {title}
      </SectionHeading>
      {items === null && !hasFailed && <BegunCardRoom />}
      {hasFailed && <p className={styles.words}>{failed}</p>}
      {items?.length === 0 && <p className={styles.words}>{none}</p>}
      {items !== null && items.length > 0 && (
        <Shelf label={title} words={shelf}>
          {(list) => (
            <ul {...list}>
              {items.map((item) => (
                <li key={item.item_id}>
                  <BegunCard item={item} nowMs={nowMs} />
                </li>
              ))}
            </ul>
          )}
        </Shelf>
      )}
    </section>
  );
}

function BegunCard({ item, nowMs }: { item: BegunWire; nowMs: number }) {
  const { program_name: name, section_no: no, start_ts: start, end_ts: end, at_ts: at, keyart_url: art } = item;
  const [channel] = channelsOf(item.channel_bitwise);
  const minutesLeft = Math.max(1, Math.round((end - at) / 60));
  const clock = clockHk(new Date(at * 1000));
  const atMs = Math.floor(at * 1000);
  return (
    <article className={base.card} data-channel={channel}>
      <span className={styles.art}>
        <img src={art.src} srcSet={art.srcset} sizes="(min-width: 1200px) 22vw, 64vw" width={640} height={360} alt="" />
      </span>
      <ReplayLink
        start={{ archiveId: item.program_archive_id, sectionId: item.item_id, atMs, isFree: false }}
        label={archiveText.begun.goOn(name, clock)}
        className={buttonClasses({ tone: 'channel' }, card.play)}
      >
        <Icon name="play" fill />
      </ReplayLink>
      <span className={styles.heard}>
        <ProgressBar
          percent={Math.round(((at - start) / (end - start)) * 100)}
          label={archiveText.begun.heard}
          words={archiveText.begun.left(minutesLeft)}
        />
      </span>
      <div className={base.body}>
        <h3 className={base.title}>
          <a href={paths.replay(item.program_archive_id, { atMs })}>{`${name}　${archiveText.part(no)}`}</a>
        </h3>
        <p className={page.meta}>
          {channel && <Numeral channel={channel} />}
          <span>
            {timeText.showDay({ day: item.broadcast_day, startsAtMs: start * 1000 }, dayHkOf(new Date(nowMs)))}
          </span>
          <span>{archiveText.begun.left(minutesLeft)}</span>
        </p>
      </div>
    </article>
  );
}
