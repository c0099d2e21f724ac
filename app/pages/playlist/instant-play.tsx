import { useLoaderData, type MetaFunction } from 'react-router';
import { ReplayCard } from '#app/components/archive/replay-card.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { playReplay } from '#app/player/use-player.ts';
import page from '#app/styles/page.module.css';
import { playerText } from '#app/text/zh-hk/player.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { playlistText } from '#app/text/zh-hk/playlist.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { clockHk } from '#shared/hk-time.ts';
import type { loader } from './instant-play.server.ts';
import { ReplayHere, useArchiveWindow, useReplayHere } from './replay-here.tsx';
import styles from './playlist.module.css';

export { action, headers, loader } from './instant-play.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, section } = loaderData;
  const title = section?.title ?? playlistText.instantTitle;
  const path = paths.instantPlay(section ? { program_archive_section_id: section.id } : {});
  return seo({ siteUrl, path, title, description: playlistText.description, robots: 'noindex' });
};

/** A section that plays at once, in the archive window. */
export default function InstantPlay() {
  const { section, offered } = useLoaderData<typeof loader>();
  useArchiveWindow();
  const here = useReplayHere();
  if (section === null)
    return (
      <div className={`wrap ${page.head}`}>
        <h1>{playlistText.instantTitle}</h1>
        {here ? (
          <ReplayHere {...here} />
        ) : (
          <EmptyState title={playlistText.none} words={playlistText.noneWords}>
            <ButtonLink tone="cta" href={paths.archives()}>
              {playlistText.toArchives}
            </ButtonLink>
            <ButtonLink tone="outline" href={paths.playlistCreate()}>
              {playlistText.toPlaylist}
            </ButtonLink>
          </EmptyState>
        )}
        {offered.replays.length > 0 && (
          <section className={styles.offered} aria-labelledby="offered">
            <SectionHeading id="offered">
              {offered.isCounted ? replaysText.mostHeard : replaysText.newestReplays}
            </SectionHeading>
            <ul>
              {offered.replays.map((replay) => (
                <li key={replay.id}>
                  <ReplayCard
                    replay={replay}
                    when={`${timeText.showDay(replay, offered.today)} ${clockHk(new Date(replay.startsAtMs))}`}
                    sizes="(min-width: 768px) 22vw, 46vw"
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    );
  return (
    <div className={`wrap ${page.head}`}>
      <h1>{section.title}</h1>
      <p>
        {replayText.section(section.no, section.name)} {timeText.fullDate(section.dayHk)} {section.from} – {section.to}
      </p>
      {here ? (
        <ReplayHere {...here} />
      ) : (
        <div className={styles.before}>
          <Picture name={section.art} alt="" sizes="(min-width: 768px) 480px, 100vw" />
          {section.isEnded ? (
            <p>{playlistText.ended}</p>
          ) : (
            <Button
              tone="cta"
              aria-label={playlistText.play(section.title)}
              onClick={() => playReplay({ sectionId: section.id })}
            >
              {playerText.play}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
