import type { ReactNode } from 'react';
import { chartLinesText as text } from '#app/text/zh-hk/song-pages.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import styles from './chart-lines.module.css';
import { drawLine, xOf, yOf } from './line-drawing.ts';

/** A song's positions, one for each week; null: not on the chart. */
export interface ChartCourseView {
  key: string;
  name: string;
  href: string | null;
  positions: (number | null)[];
}

const WEEK = 44;
/** Height of a position with the names of several lines, and with a single line. */
const PLACE = { many: 24, one: 9 } as const;
const LEFT = 14;
const TOP = 16;
const FOOT = 26;
const NAMES = 190;
const NAME_LETTERS = 13;

const short = (name: string): string => {
  const letters = Array.from(name);
  return letters.length > NAME_LETTERS ? `${letters.slice(0, NAME_LETTERS - 1).join('')}…` : name;
};

/**
 * Positions over weeks as lines, drawn by the server, with a table of the same. A line is highlighted by pointing at it
 * or moving the focus to it, by styles alone.
 */
export function ChartLines({
  weeks,
  courses,
  places,
}: {
  /** Oldest first. */
  weeks: readonly string[];
  courses: readonly ChartCourseView[];
  places: number;
}) {
  const box = {
    width: (weeks.length - 1) * WEEK,
    height: (places - 1) * PLACE[courses.length > 1 ? 'many' : 'one'],
    weeks: weeks.length,
    places,
  };
  const width = LEFT + Math.max(box.width, WEEK) + NAMES;
  const height = TOP + box.height + FOOT;
  return (
    <>
      {/* Scrolled on phones, from its right end, where the names are. */}
      <Scroller label={text.drawing}>
        <svg viewBox={`0 0 ${width} ${height}`} style={{ minWidth: width * 0.9, maxWidth: width * 1.3 }}>
          <g transform={`translate(${LEFT} ${TOP})`}>
            <g className={styles.grid} aria-hidden="true">
              {weeks.map((week, at) => (
                <g key={week}>
                  <path d={`M${xOf(at, box)} 0v${box.height}`} />
                  {(weeks.length - 1 - at) % 3 === 0 && (
                    <text x={xOf(at, box)} y={box.height + 20} textAnchor="middle">
                      {timeText.date(week)}
                    </text>
                  )}
                </g>
              ))}
            </g>
            {courses.map((course) => (
              <Course key={course.key} course={course} box={box} weeks={weeks} />
            ))}
          </g>
        </svg>
      </Scroller>
      <details className={styles.table}>
        <summary>{text.table}</summary>
        <Scroller label={text.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.song}</th>
                {weeks.map((week) => (
                  <th key={week} scope="col">
                    {timeText.date(week)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {courses.map(({ key, name, positions }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {positions.map((position, at) => (
                    <td key={weeks[at]}>
                      {position ?? (
                        <>
                          <span aria-hidden="true">–</span>
                          <span className="vh">{text.off}</span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      </details>
    </>
  );
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A keyboard scrolls it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

function Course({
  course: { name, href, positions },
  box,
  weeks,
}: {
  course: ChartCourseView;
  box: Parameters<typeof drawLine>[1];
  weeks: readonly string[];
}) {
  const { path, dots } = drawLine(positions, box);
  const last = positions.findLast((position) => position !== null) ?? 1;
  const told = positions
    .flatMap((position, at) => (position === null ? [] : [`${timeText.date(weeks[at]!)} ${text.position(position)}`]))
    .join('、');
  const drawn = (
    <>
      <path className={styles.reach} d={path} />
      <path d={path} />
      {dots.map(({ x, y, at }) => (
        <circle key={at} cx={x} cy={y} r={4} />
      ))}
      <text x={Math.max(box.width, WEEK) + 14} y={Math.round(yOf(last, box)) + 5}>
        <tspan className={styles.position}>{last}</tspan> {short(name)}
      </text>
    </>
  );
  const label = text.lineOf(name, told);
  return href === null ? (
    <g className={styles.line} tabIndex={0} role="img" aria-label={label}>
      {drawn}
    </g>
  ) : (
    <a className={styles.line} href={href}>
      <title>{label}</title>
      {drawn}
    </a>
  );
}
