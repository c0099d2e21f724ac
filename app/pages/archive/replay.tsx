import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { newestPositionMs, useOwnPositions } from '#app/components/archive/use-own-positions.ts';
import { PartList } from '#app/components/archive/part-list.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { radioEpisode } from '#app/components/seo/radio-episode.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { AddToPlaylistButton } from '#app/components/library/list-buttons.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk } from '#shared/hk-time.ts';
import { ReplayHero } from './replay-hero.tsx';
import styles from './replay.module.css';
import type { loader } from './replay.server.ts';
import { useHeardWords } from './words/use-heard-words.ts';

export { headers, loader } from './replay.server.ts';

export const handle: PageHandle = { navKey: 'archives', adGroup: 'archive' };

export const meta: MetaFunction<typeof loader> = ({ loaderData: replay }) => {
  if (replay === undefined) return [];
  const { siteUrl, id, atMs, untilMs, startsAtMs, endsAtMs, isEnded, parts, lines } = replay;
  const plainTitle = replay.title.replaceAll(BREAK, '');
  const clock = (ms: number) => clockHk(new Date(ms));
  const date = timeText.date(replay.day);
  const path = paths.replay(id);
  const name = archiveText.replayTitle(plainTitle, date);
  const range = timeText.range(clock(startsAtMs), clock(endsAtMs));
  const description = archiveText.replayDescription(plainTitle, date, range);
  const series =
    replay.programHref === null ? null : { name: replay.programTitle.replaceAll(BREAK, ''), path: replay.programHref };
  const about = { siteUrl, picture: replay.art, pictureAlt: seoText.keyArtOf(plainTitle) };
  if (atMs !== null) {
    const said = lines
      .filter((line) => untilMs === null || line.atMs < untilMs)
      .map(({ words }) => words)
      .join(' ');
    return seo({
      ...about,
      ...(replay.cardPath !== null && { socialPath: replay.cardPath }),
      // A link to a moment or clip has its own preview, and is not indexed.
      path: paths.replay(id, { atMs, untilMs: untilMs ?? undefined }),
      canonicalPath: path,
      robots: 'noindex',
      title:
        untilMs === null
          ? archiveText.replayAt(plainTitle, date, clock(atMs))
          : archiveText.clipOf(plainTitle, date, archiveText.clipRange(atMs, untilMs)),
      description: said || description,
    });
  }
  return seo({
    ...about,
    path,
    title: name,
    description,
    robots: isEnded ? 'noindex' : 'index',
    jsonLd: [
      radioEpisode({
        siteUrl,
        path,
        name,
        description,
        picture: replay.art,
        startsAtMs,
        endsAtMs,
        series,
        parts: parts.map((part) => ({
          ...part,
          name: archiveText.partOf(part.no, part.title),
          path: paths.replay(id, { atMs: part.startsAtMs }),
        })),
      }),
      breadcrumbs(siteUrl, [
        { name: replaysText.title, path: paths.archives() },
        { name, path },
      ]),
    ],
  });
};

// Static parts; presses in them are handled outside.
const Transcript = staticIsland(() => import('./words/transcript.tsx').then((module) => module.Transcript));
const Sounds = staticIsland(() => import('./words/sounds.tsx').then((module) => module.Sounds));
const Others = staticIsland(() => import('./others.tsx').then((module) => module.Others));

export default function Replay() {
  const replay = useLoaderData<typeof loader>();
  const { id, channels, parts, isEnded, isOver, notice, lines } = replay;
  const positions = useOwnPositions(isEnded ? [] : parts.map((part) => part.id));
  const name = replay.title.replaceAll(BREAK, '');
  const followed = useHeardWords(parts);
  return (
    <>
      <ReplayHero replay={replay} positionMs={newestPositionMs(positions)} />
      <div className={`wrap ${page.side} ${styles.body}`} data-channel={channels[0]}>
        <div className={styles.main}>
          {notice && <p className={styles.notice}>{notice}</p>}
          {isEnded && <p className={styles.notice}>{archiveText.endedWords}</p>}
          {!isEnded && !isOver && <p className={styles.notice}>{archiveText.growing}</p>}
          <section aria-labelledby="parts">
            <SectionHeading
              id="parts"
              act={
                !isEnded && <AddToPlaylistButton what={{ broadcastId: id }} name={name} words={libraryText.addAll} />
              }
            >
              {archiveText.partsTitle}
            </SectionHeading>
            <PartList archiveId={id} name={name} parts={parts} isEnded={isEnded} positions={positions} />
          </section>
          {followed ? (
            <followed.HeardWords archiveId={id} part={followed.part} partsCount={parts.length} said={followed.said} />
          ) : (
            lines.length > 0 && (
              <Transcript
                archiveId={id}
                part={parts.find(({ no }) => no === replay.chosenPart)}
                partsCount={parts.length}
                lines={lines}
                atMs={replay.atMs}
                goesOnAtMs={replay.linesGoOnAtMs}
                isEnded={isEnded}
              />
            )
          )}
          {replay.sounds.length > 0 && <Sounds sounds={replay.sounds} />}
        </div>
        <aside className={page.rail}>
          <AdSlot type="rectangle" />
          {replay.others.length > 0 && (
            <Others replays={replay.others} today={replay.today} programHref={replay.programHref} />
          )}
        </aside>
      </div>
    </>
  );
}
