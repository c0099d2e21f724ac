import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { firstStart, isFreeAt, isFreeBetween } from '#app/components/archive/replay-view.ts';
import { ShareBar } from '#app/components/article/share-bar.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { paths } from '#app/paths.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import styles from './replay.module.css';
import type { ReplayPage } from './replay-page.ts';
import { OnlyThis } from './single/only-this.tsx';
import { KeepReplay } from './downloads/keep-replay.tsx';
import { SharePart } from './share-part.tsx';

/** What the main button plays: from the moment in the URL, else a subscriber's position, else the start. */
function mainStart(replay: ReplayPage, positionMs: number | null) {
  const { id, parts, atMs, untilMs } = replay;
  const from = (startAtMs: number) => {
    const part = parts.find(({ endsAtMs }) => startAtMs < endsAtMs);
    return part && { archiveId: id, sectionId: part.id, atMs: startAtMs, isFree: isFreeAt(part, startAtMs) };
  };
  if (atMs !== null && untilMs !== null) {
    const start = from(atMs);
    const isFree = isFreeBetween(parts, atMs, untilMs);
    return { start: start && { ...start, untilMs, isFree }, words: archiveText.playClip };
  }
  if (atMs !== null) return { start: from(atMs), words: archiveText.playFrom(clockHk(new Date(atMs))) };
  if (positionMs !== null)
    return { start: from(positionMs), words: archiveText.goOnFrom(clockHk(new Date(positionMs))) };
  return { start: firstStart(replay), words: archiveText.playAll };
}

/** Poster, title, time of broadcast, and a play button. */
export function ReplayHero({ replay, positionMs }: { replay: ReplayPage; positionMs: number | null }) {
  const { id, title, channels, day, startsAtMs, endsAtMs, isEnded, isOver, atMs, untilMs, availableUntilMs } = replay;
  const plainTitle = title.replaceAll(BREAK, '');
  const { start, words } = mainStart(replay, positionMs);
  const date = timeText.date(day);
  const shared = replay.siteUrl + paths.replay(id, { atMs: atMs ?? undefined, untilMs: untilMs ?? undefined });
  const clip = atMs === null || untilMs === null ? null : archiveText.clipRange(atMs, untilMs);
  const shareTitle = () => {
    if (clip !== null) return archiveText.clipOf(plainTitle, date, clip);
    if (atMs !== null) return archiveText.replayAt(plainTitle, date, clockHk(new Date(atMs)));
    return archiveText.replayTitle(plainTitle, date);
  };
  return (
    <section className={styles.hero} data-channel={channels[0]}>
      <div className={`wrap ${styles.heroGrid}`}>
        <Picture
          name={replay.art}
          alt={seoText.keyArtOf(plainTitle)}
          sizes="(min-width: 1440px) 420px, (min-width: 768px) 32vw, 100vw"
          className={styles.art}
          priority
        />
        <div>
          <Crumbs
            label={archiveText.breadcrumb}
            steps={[
              { name: replaysText.title, href: paths.archives() },
              ...(replay.hasDay ? [{ name: date, href: paths.archives(replay.isOfToday ? {} : { day }) }] : []),
            ]}
          />
          <h1>
            {replay.programHref === null ? (
              <Phrase text={title} />
            ) : (
              <a href={replay.programHref}>
                <Phrase text={title} />
              </a>
            )}
          </h1>
          <p className={styles.aired}>
            {channels.map((channel) => (
              <Numeral key={channel} channel={channel} />
            ))}
            <time dateTime={new Date(startsAtMs).toISOString()}>
              {timeText.fullDate(dayHkOf(new Date(startsAtMs)))} {archiveText.clipRange(startsAtMs, endsAtMs)}
            </time>
            {isOver && <span>{archiveText.spokenLength((endsAtMs - startsAtMs) / 1000)}</span>}
            {availableUntilMs !== null && !isEnded && (
              <span>{archiveText.until(dayHkOf(new Date(availableUntilMs)), replay.today)}</span>
            )}
          </p>
          {clip !== null && (
            <p className={styles.clip}>
              <b>{archiveText.clip(clip)}</b>
              <a href={paths.replay(id)}>{archiveText.wholeOf}</a>
            </p>
          )}
          <div className={styles.acts}>
            {!isEnded && start && (
              <ReplayLink start={start} className={buttonClasses({ tone: 'channel', size: 'large' }, styles.press)}>
                <Icon name="play" fill />
                {words}
              </ReplayLink>
            )}
            {!isEnded && isOver && <OnlyThis archiveId={id} cents={replay.singleCents} />}
            <ShareBar title={shareTitle()} url={shared} />
            {!isEnded && <SharePart replay={replay} />}
            {!isEnded && isOver && <KeepReplay replay={replay} />}
          </div>
        </div>
      </div>
    </section>
  );
}
