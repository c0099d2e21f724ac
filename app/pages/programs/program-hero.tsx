import { Fragment } from 'react';
import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { FavouriteButton } from '#app/components/library/list-buttons.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { ShareBar } from '#app/components/article/share-bar.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ListenLink } from '#app/components/lists/listen-link.tsx';
import page from '#app/styles/page.module.css';
import { elapsedPercent } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import buttons from '#app/ui/button.module.css';
import { ChannelNumerals } from '#app/ui/channel-numerals.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import styles from './program.module.css';
import type { loader } from './program.server.ts';

interface BroadcastView {
  channelId: ChannelId;
  startsAtMs: number;
  endsAtMs: number;
}

/** Poster, title, air times and hosts; while on air, a play button. */
export function ProgramHero({
  program,
  onAir,
  next,
  nowMs,
}: {
  program: Awaited<ReturnType<typeof loader>>;
  onAir: BroadcastView | null;
  next: BroadcastView | null;
  nowMs: number;
}) {
  const title = program.title.replaceAll(BREAK, '');
  const clock = (ms: number) => clockHk(new Date(ms));
  return (
    <section className={styles.hero} data-channel={onAir?.channelId ?? program.channels[0]}>
      <div className={`wrap ${styles.heroGrid}`}>
        <Picture
          name={program.art}
          alt={seoText.keyArtOf(title)}
          sizes="(min-width: 1440px) 545px, (min-width: 768px) 38vw, 100vw"
          className={styles.art}
          priority
        />
        <div>
          <Crumbs
            label={programsText.breadcrumb}
            steps={[
              { name: programsText.title, href: paths.programs() },
              { name: program.category.name, href: paths.programs({ category_id: program.category.id }) },
            ]}
          />
          {program.isPerformerShow && <p className={styles.label}>{programsText.performerShow}</p>}
          <h1>
            <Phrase text={program.title} />
          </h1>
          {program.tagline && (
            <p className={styles.tagline}>
              <Phrase text={program.tagline} />
            </p>
          )}
          {program.parent && (
            <p className={styles.parent}>
              {programsText.partOf}{' '}
              <a className={page.link} href={paths.program(program.parent.id, program.parent.slug)}>
                {program.parent.title}
              </a>
            </p>
          )}
          <dl className={styles.facts}>
            <div>
              <dt>{programsText.channel}</dt>
              <dd className={styles.numerals}>
                <ChannelNumerals channels={program.channels} />
              </dd>
            </div>
            <div>
              <dt>{programsText.schedule}</dt>
              {program.schedule.length === 0 && <dd>{programsText.unscheduled}</dd>}
              {program.schedule.map((line) => (
                <dd key={`${line.channelId} ${line.days} ${line.time}`}>
                  {program.channels.length > 1 && (
                    <span className={styles.inlineNumeral} data-channel={line.channelId}>
                      <Numeral channel={line.channelId} />
                    </span>
                  )}
                  {line.days} <span className={styles.time}>{line.time}</span>
                  {line.racingSkip && <small>{programsText.racingSkip}</small>}
                </dd>
              ))}
            </div>
            {next && (
              <div>
                <dt>{programsText.nextOn}</dt>
                <dd>
                  <time dateTime={new Date(next.startsAtMs).toISOString()}>
                    {timeText.relativeDay(dayHkOf(new Date(next.startsAtMs)), dayHkOf(new Date(nowMs)))}{' '}
                    {clock(next.startsAtMs)}
                  </time>
                </dd>
              </div>
            )}
            {program.hosts.length > 0 && (
              <div>
                <dt>{programsText.hosts}</dt>
                <dd>
                  {program.hosts.map((host, at) => (
                    <Fragment key={host.id}>
                      {at > 0 && '、'}
                      <a className={page.link} href={paths.programHost(host.id, host.slug)}>
                        {host.name}
                      </a>
                    </Fragment>
                  ))}
                </dd>
              </div>
            )}
          </dl>
          <div className={styles.keep}>
            {next && (
              <ButtonLink tone="outline" href={paths.programCalendar(program.id)} download>
                <Icon name="calendar-days" />
                {programsText.calendar}
              </ButtonLink>
            )}
            <FollowButton kind="program" subject={String(program.id)} name={title} />
            <FavouriteButton programId={program.id} name={title} />
            <ShareBar title={title} url={program.siteUrl + paths.program(program.id, program.slug)} />
          </div>
          {onAir && (
            <div className={styles.onAir}>
              <ListenLink
                channel={onAir.channelId}
                label={programsText.listenTo(title)}
                icon="headphones"
                words={programsText.listen}
                className={`${buttons.button} ${buttons.channel} ${buttons.large}`}
              />
              <div className={styles.elapsed}>
                <span className={page.live}>{programsText.onAir}</span>
                <ProgressBar
                  percent={elapsedPercent(nowMs, onAir.startsAtMs, onAir.endsAtMs)}
                  label={programsText.progress}
                  words={timeText.range(clock(onAir.startsAtMs), clock(onAir.endsAtMs))}
                />
                <p>
                  <span>{clock(onAir.startsAtMs)}</span>
                  <span>{clock(onAir.endsAtMs)}</span>
                </p>
              </div>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
