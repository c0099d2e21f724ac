import { barHeights } from '#app/components/songs/line-drawing.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { chartLinesText, songPageText as text } from '#app/text/zh-hk/song-pages.ts';
import { ChartLines } from '#app/components/songs/chart-lines.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from './song-pages.module.css';
import type { FiguresView, RunView } from './play-views.server.ts';

/** Who plays it, and when. */
export function PlayFigures({ figures }: { figures: FiguresView }) {
  const { plays, isMore, channels, hours, programs, hosts } = figures;
  const note = isMore ? text.counted(plays) : undefined;
  return (
    <>
      <section aria-labelledby="by-channel">
        <SectionHeading id="by-channel" small note={note}>
          {text.byChannel}
        </SectionHeading>
        <Ranks
          rows={channels.map((row) => ({ name: channelText[row.channelId].name, href: null, plays: row.plays }))}
        />
      </section>
      <section aria-labelledby="by-hour">
        <SectionHeading id="by-hour" small note={note}>
          {text.byHour}
        </SectionHeading>
        <Hours hours={hours} />
      </section>
      <section aria-labelledby="by-program">
        <SectionHeading id="by-program" small note={note}>
          {text.byProgram}
        </SectionHeading>
        {programs.length === 0 ? <p className={styles.none}>{text.noProgram}</p> : <Ranks rows={programs} />}
      </section>
      {hosts.length > 0 && (
        <section aria-labelledby="by-host">
          <SectionHeading id="by-host" small note={note}>
            {text.byHost}
          </SectionHeading>
          <Ranks rows={hosts} />
        </section>
      )}
    </>
  );
}

function Ranks({ rows }: { rows: readonly { name: string; href: string | null; plays: number }[] }) {
  const most = Math.max(1, ...rows.map(({ plays }) => plays));
  return (
    <ul className={styles.ranks}>
      {rows.map(({ name, href, plays }) => (
        <li key={href ?? name}>
          {href === null ? <span>{name}</span> : <a href={href}>{name}</a>}
          <span>{text.timesOf(plays)}</span>
          <i aria-hidden="true" style={{ width: `${(plays / most) * 100}%` }} />
        </li>
      ))}
    </ul>
  );
}

const BAR = 12;
const HEIGHT = 80;

/** Plays by hour of the day, as a drawing and for screen readers as a table. */
function Hours({ hours }: { hours: readonly number[] }) {
  const heights = barHeights(hours, HEIGHT);
  return (
    <>
      <svg className={styles.hours} viewBox={`0 0 ${24 * BAR} ${HEIGHT + 18}`} role="img" aria-label={text.hourDrawing}>
        {heights.map((height, hour) => (
          <rect key={hour} x={hour * BAR + 1} y={HEIGHT - height} width={BAR - 2} height={height}>
            <title>{`${text.hourOf(hour)} ${text.timesOf(hours[hour] ?? 0)}`}</title>
          </rect>
        ))}
        <path d={`M0 ${HEIGHT + 0.5}h${24 * BAR}`} />
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={hour * BAR + 1} y={HEIGHT + 14}>
            {text.hourOf(hour)}
          </text>
        ))}
      </svg>
      <table className="vh">
        <caption>{text.hourDrawing}</caption>
        <thead>
          <tr>
            <th scope="col">{text.hour}</th>
            <th scope="col">{text.times}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((plays, hour) =>
            plays === 0 ? null : (
              <tr key={hour}>
                <th scope="row">{text.hourOf(hour)}</th>
                <td>{plays}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  );
}

/** Runs on the charts: one drawing a song. */
export function ChartRuns({ runs, withTitles = false }: { runs: readonly RunView[]; withTitles?: boolean }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="chart-runs">
      <SectionHeading id="chart-runs">{text.chart}</SectionHeading>
      {runs.map(({ key, title, channelId, best, weeksOn, weeks, positions }) => (
        <div key={key} className={styles.run}>
          <p>
            {withTitles && <b>{title}</b>} {text.bestOf(channelText[channelId].name, best, weeksOn)}
          </p>
          <ChartLines
            weeks={weeks}
            places={Math.max(...positions.map((position) => position ?? 1), 10)}
            courses={[{ key, name: title, href: null, positions }]}
          />
        </div>
      ))}
      <p className="vh">{chartLinesText.hint}</p>
    </section>
  );
}
