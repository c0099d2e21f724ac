import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { figuresText } from '#app/text/zh-hk/figures.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { clockHk, clockOfMinute } from '#shared/hk-time.ts';
import page from '#app/styles/page.module.css';
import { AdsPart } from './ads-part.tsx';
import { ChecksPart } from './checks-part.tsx';
import { CountsPart } from './counts-part.tsx';
import { DayChart } from './day-chart.tsx';
import { FigureTable } from './figure-table.tsx';
import type { action, loader } from './figures.server.ts';
import { Locked } from './locked.tsx';
import { SparkLine } from './spark-line.tsx';
import styles from './figures.module.css';

export { action, headers, loader } from './figures.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.figures(), figuresText);

type Loaded = NonNullable<Awaited<ReturnType<typeof useLoaderData<typeof loader>>>['figures']>;
const text = figuresText;

function DayForm({ day, before, after, days, today }: Pick<Loaded, 'day' | 'before' | 'after' | 'days' | 'today'>) {
  return (
    <nav className={styles.days} aria-label={text.day.pick}>
      <ButtonLink tone="outline" size="small" href={paths.figures({ day: before })}>
        {text.day.before}
      </ButtonLink>
      {after !== null && (
        <ButtonLink tone="outline" size="small" href={paths.figures({ day: after })}>
          {text.day.after}
        </ButtonLink>
      )}
      {day !== today && (
        <ButtonLink tone="outline" size="small" href={paths.figures()}>
          {text.day.today}
        </ButtonLink>
      )}
      <form method="get" action={paths.figures()}>
        <label htmlFor="figures-day">{text.day.pick}</label>
        <input id="figures-day" type="date" name="day" defaultValue={day} max={today} list="figures-days" />
        <datalist id="figures-days">
          {days.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
        <Button type="submit" size="small">
          {text.day.show}
        </Button>
      </form>
    </nav>
  );
}

function Now({ live }: Pick<Loaded, 'live'>) {
  return (
    <section className={styles.part}>
      <SectionHeading>{text.now.title}</SectionHeading>
      <ul className={styles.tiles}>
        {live.map(({ channel, listeners, behind, renditions, players, coverage }) => (
          <li key={channel} data-channel={channel}>
            <b>{channelText[channel].name}</b>
            <p className={styles.big}>{text.people(listeners)}</p>
            <dl>
              <dt>{text.now.behind}</dt>
              <dd>{text.people(behind)}</dd>
              <dt>{text.now.renditions}</dt>
              <dd>
                {renditions.length === 0
                  ? text.none
                  : renditions
                      .map((one) => `${one.rendition || text.counts.unknown} ${text.people(one.listeners)}`)
                      .join('、')}
              </dd>
              <dt>{text.now.players}</dt>
              <dd>{text.number(players)}</dd>
              <dt>{text.now.coverage}</dt>
              <dd>{text.percent(coverage)}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{text.now.note}</p>
    </section>
  );
}

function Day({ day, lines }: Pick<Loaded, 'day' | 'lines'>) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const average = (points: readonly number[], hour: number) =>
    points.slice(hour * 12, hour * 12 + 12).reduce((sum, n) => sum + n, 0) / 12;
  return (
    <section className={styles.part}>
      <SectionHeading>{text.line.title}</SectionHeading>
      <DayChart lines={lines} label={text.line.label(day)} />
      <FigureTable
        caption={text.line.heard}
        head={[text.line.channel, text.line.heard, text.line.peak, text.now.coverage]}
        rows={lines.map(({ channel, heardMs, peak, coverage }) => ({
          key: String(channel),
          cells: [
            channelText[channel].name,
            text.hours(heardMs),
            peak === null ? text.none : text.line.peakAt(text.people(peak.listeners), clockOfMinute(peak.minute)),
            text.percent(coverage),
          ],
        }))}
      />
      <details className={styles.more}>
        <summary>{text.line.table}</summary>
        <FigureTable
          caption={text.line.title}
          head={[text.line.hour, ...lines.map(({ channel }) => channelText[channel].name)]}
          rows={hours.map((hour) => ({
            key: String(hour),
            cells: [clockOfMinute(hour * 60), ...lines.map(({ points }) => text.people(average(points, hour)))],
          }))}
        />
      </details>
    </section>
  );
}

function Programmes({ programmes }: Pick<Loaded, 'programmes'>) {
  const words = text.programmes;
  return (
    <section className={styles.part}>
      <SectionHeading>{words.title}</SectionHeading>
      <FigureTable
        caption={words.title}
        head={[
          words.programme,
          words.time,
          words.average,
          words.peak,
          words.dropped,
          words.lineLabel(''),
          words.heard,
          words.replays,
        ]}
        rows={programmes.map((one) => ({
          key: String(one.id),
          cells: [
            <span key="title" data-channel={one.channel} className={styles.programme}>
              {one.title}
            </span>,
            `${clockHk(new Date(one.startsAtMs))}–${clockHk(new Date(one.endsAtMs))}`,
            text.people(one.average),
            text.people(one.peak),
            text.percent(one.dropped),
            <span key="line" data-channel={one.channel}>
              <SparkLine points={one.line} label={words.lineLabel(one.title)} />
            </span>,
            text.hours(one.heardMs),
            text.hours(one.replayMs),
          ],
        }))}
      />
      <p className={styles.note}>{words.note}</p>
    </section>
  );
}

function Known({ standing }: Pick<Loaded, 'standing'>) {
  const words = text.known;
  return (
    <section className={styles.part}>
      <SectionHeading>{words.title}</SectionHeading>
      <ul className={styles.known}>
        <li>
          {standing.isFinal
            ? words.final(momentWords(standing.finalAtMs))
            : words.open(momentWords(standing.finalAtMs))}
        </li>
        <li>{standing.computedAtMs === null ? words.never : words.computed(momentWords(standing.computedAtMs))}</li>
        {standing.late.reports > 0 && (
          <li>{words.late(standing.late.reports, figuresText.hours(standing.late.heardMs))}</li>
        )}
        <li>{words.consent(standing.visitors, standing.sessions)}</li>
        <li>{words.coverage}</li>
        <li>{words.robots}</li>
      </ul>
    </section>
  );
}

/** Figures of listeners, readers and advertisements, and their quality. Works without scripts. */
export default function Figures() {
  const { figures, hasPage, isWrong } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  if (figures === null) return <Locked hasPage={hasPage} isWrong={isWrong || (done?.isWrong ?? false)} />;
  const isEmpty = figures.lines.every(({ heardMs }) => heardMs === 0);
  return (
    <div className="wrap">
      <header className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.day.title(figures.day)}</p>
        <DayForm {...figures} />
      </header>
      {figures.isToday && <Now live={figures.live} />}
      {isEmpty && <p className={page.intro}>{text.empty}</p>}
      {!isEmpty && <Day day={figures.day} lines={figures.lines} />}
      {!isEmpty && <Programmes programmes={figures.programmes} />}
      <CountsPart counts={figures.counts} />
      <AdsPart day={figures.day} ads={figures.ads} />
      <Known standing={figures.standing} />
      <ChecksPart day={figures.day} done={done} />
    </div>
  );
}
