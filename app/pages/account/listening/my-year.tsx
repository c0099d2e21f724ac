import { useEffect, useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { callAsMember } from '#app/components/member/member-call.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { notify } from '#app/components/shell/dialogs.ts';
import { barHeights } from '#app/components/songs/line-drawing.ts';
import styles from '#app/pages/account/account.module.css';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { songCalls, songPaths } from '#app/song-paths.ts';
import page from '#app/styles/page.module.css';
import { myYearText as text } from '#app/text/zh-hk/my-year.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { YearWire } from '#domain/my-year/my-year.schema.ts';
import type { loader } from './my-year.server.ts';
import own from './my-year.module.css';
import { onThisDay, yearFigures, type YearFigures } from './year-figures.ts';

export { loader } from './my-year.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, songPaths.myYear(), text);

/** Years searched for this day, including the current one. */
const YEARS_BACK = 5;
const SONGS_LISTED = 8;

async function askYear(year: number): Promise<YearWire | null> {
  const answer = await callAsMember(songCalls.year(year));
  return answer.isOk ? (answer.response as YearWire) : null;
}

/** The current year, and earlier ones for this day. Null if one could not be loaded. */
async function askYears(current: number): Promise<YearWire[] | null> {
  const first = await askYear(current);
  if (first === null) return null;
  const earlier = first.years.filter((year) => year < current).slice(0, YEARS_BACK);
  const rest = await Promise.all(earlier.map(askYear));
  return rest.includes(null) ? null : [first, ...rest.flatMap((year) => year ?? [])];
}

/** A member's year, and this day in earlier months and years: made in the browser, shared only by a press. */
export default function MyYear() {
  const { today } = useLoaderData<typeof loader>();
  const current = Number(today.slice(0, 4));
  const [years, setYears] = useState<readonly YearWire[] | 'failed' | null>(null);
  const [chosen, setChosen] = useState(current);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    void askYears(current).then((found) => {
      if (!isOver) setYears(found ?? 'failed');
    });
    return () => {
      isOver = true;
    };
  }, [current, tries]);
  const year = Array.isArray(years) ? (years as readonly YearWire[]).find((one) => one.year === chosen) : undefined;
  return (
    <>
      <h1>{text.title}</h1>
      <p className={styles.lead}>{text.lead}</p>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      {years === null && <p aria-busy="true">{text.loading}</p>}
      {years === 'failed' && (
        <div role="alert" className={styles.section}>
          <p>{text.failed}</p>
          <Button
            tone="outline"
            onClick={() => {
              setYears(null);
              setTries(tries + 1);
            }}
          >
            {text.retry}
          </Button>
        </div>
      )}
      {year !== undefined && typeof years !== 'string' && years !== null && (
        <>
          {year.is_paused && (
            <p className={styles.note}>
              <Icon name="info" />
              <span>{text.paused}</span>
            </p>
          )}
          {years.length > 1 && (
            <div className={`${page.segments} ${own.years}`} role="group" aria-label={text.years}>
              {years.map((one) => (
                <button
                  key={one.year}
                  type="button"
                  aria-pressed={one.year === chosen}
                  onClick={() => setChosen(one.year)}
                >
                  {text.yearOf(one.year)}
                </button>
              ))}
            </div>
          )}
          <Year key={year.year} wire={year} />
          <OnThisDay years={years} today={today} />
        </>
      )}
    </>
  );
}

function Year({ wire }: { wire: YearWire }) {
  const figures = yearFigures(wire);
  if (figures.days === 0)
    return (
      <EmptyState title={text.emptyTitle(wire.year)} words={text.emptyWords}>
        <ButtonLink href={paths.archives()}>{text.toReplays}</ButtonLink>
      </EmptyState>
    );
  const songs = [...new Map(wire.songs.map((song) => [song.song_id, song])).values()];
  const [song] = songs;
  const share = () =>
    void import('./share-year.ts')
      .then(({ shareYear }) => shareYear(wire.year, figures, song ? text.songLine(song.title, song.artist) : null))
      .catch(() => notify(text.shareFailed, 'info'));
  const facts = [
    [text.minutes, text.minutesOf(figures.minutes)],
    [text.days, text.daysOf(figures.days)],
    [text.streak, text.daysOf(figures.streak)],
    [text.songs, text.songsOf(figures.songs)],
    ...(figures.earliest === null ? [] : [[text.earliest, figures.earliest] as const]),
  ] as const;
  return (
    <section className={`${styles.section} ${own.part}`} aria-labelledby="year">
      <h2 id="year">{text.yearOf(wire.year)}</h2>
      <dl className={own.facts}>
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {figures.minutes > 0 && <Months months={figures.months} />}
      <Rows title={text.programs} rows={figures.programs.map((row) => [row.title, row.path, row.minutes])} />
      <Rows title={text.hosts} rows={figures.hosts.map((row) => [row.name, null, row.minutes])} />
      {songs.length > 0 && (
        <>
          <h3>{text.topSongs}</h3>
          <ul className={own.rows}>
            {songs.slice(0, SONGS_LISTED).map(({ song_id: id, title, artist }) => (
              <li key={id}>
                <a href={songPaths.song(id)}>{text.songLine(title, artist)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={own.share}>
        <Button tone="outline" onClick={share}>
          <Icon name="share-2" />
          {text.share}
        </Button>
        <span>{text.shareNote}</span>
      </p>
    </section>
  );
}

function Rows({
  title,
  rows,
}: {
  title: string;
  rows: readonly [name: string, path: string | null, minutes: number][];
}) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ol className={own.rows}>
        {rows.map(([name, path, minutes]) => (
          <li key={name}>
            {path === null ? <span>{name}</span> : <a href={path}>{name}</a>}
            <span>{text.minutesOf(minutes)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const BAR = 24;
const HEIGHT = 90;

function Months({ months }: { months: YearFigures['months'] }) {
  return (
    <>
      <h3>{text.months}</h3>
      <svg className={own.months} viewBox={`0 0 ${12 * BAR} ${HEIGHT + 18}`} role="img" aria-label={text.months}>
        {barHeights(months, HEIGHT).map((height, month) => (
          <rect key={month} x={month * BAR + 2} y={HEIGHT - height} width={BAR - 4} height={height}>
            <title>{`${text.monthOf(month + 1)} ${text.minutesOf(months[month] ?? 0)}`}</title>
          </rect>
        ))}
        <path d={`M0 ${HEIGHT + 0.5}h${12 * BAR}`} />
        {[0, 3, 6, 9].map((month) => (
          <text key={month} x={month * BAR + 2} y={HEIGHT + 14}>
            {text.monthOf(month + 1)}
          </text>
        ))}
      </svg>
      <table className="vh">
        <caption>{text.months}</caption>
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            <th scope="col">{text.minutes}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((minutes, month) => (
            <tr key={month}>
              <th scope="row">{text.monthOf(month + 1)}</th>
              <td>{text.minutesOf(minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function OnThisDay({ years, today }: { years: readonly YearWire[]; today: string }) {
  const days = onThisDay(years, today);
  return (
    <section className={`${styles.section} ${own.part}`} aria-labelledby="on-this-day">
      <h2 id="on-this-day">{text.onThisDay}</h2>
      {days.length === 0 ? (
        <>
          <p>{text.onThisDayNone}</p>
          <p>
            <ButtonLink tone="outline" href={paths.live(903)}>
              {text.listenNow}
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>{text.onThisDayLead(timeText.date(today))}</p>
          {days.map(({ day, programs, songs }) => (
            <section key={day} aria-labelledby={`day-${day}`}>
              <h3 id={`day-${day}`}>{timeText.fullDate(day)}</h3>
              <ul className={own.rows}>
                {programs.map(({ title, path, clock }) => (
                  <li key={`${path} ${clock}`}>
                    <a href={path}>{title}</a>
                    <span>{clock}</span>
                  </li>
                ))}
                {songs.map(({ id, title, artist }) => (
                  <li key={id}>
                    <a href={songPaths.song(id)}>{text.songLine(title, artist)}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </section>
  );
}
