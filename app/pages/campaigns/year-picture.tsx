import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { daysFrom } from '#domain/campaigns/campaigns.rules.ts';
import styles from './campaign.module.css';

const COLUMNS = { wide: 61, narrow: 19 } as const;
const CELL = 24;
const SIZE = 19;

/** Two paths for a year of cells: some hundred bytes instead of tens of thousands for separate cells. */
function pathsOf(
  days: readonly string[],
  taken: ReadonlySet<string>,
  columns: number,
): { free: string; taken: string } {
  let free = '';
  let gone = '';
  for (const [i, day] of days.entries()) {
    const x = (i % columns) * CELL + 1;
    const y = Math.floor(i / columns) * CELL + 1;
    const half = SIZE / 2;
    if (taken.has(day)) gone += `M${x} ${y + half}a${half} ${half} 0 1 0 ${SIZE} 0a${half} ${half} 0 1 0-${SIZE} 0z`;
    else free += `M${x} ${y}h${SIZE}v${SIZE}h-${SIZE}z`;
  }
  return { free, taken: gone };
}

function Cells({
  days,
  taken,
  mine,
  shape,
}: {
  days: readonly string[];
  taken: ReadonlySet<string>;
  mine: string | null;
  shape: keyof typeof COLUMNS;
}) {
  const columns = COLUMNS[shape];
  const drawn = pathsOf(days, taken, columns);
  const at = mine === null ? -1 : days.indexOf(mine);
  const width = columns * CELL;
  const height = Math.ceil(days.length / columns) * CELL;
  return (
    <svg
      className={styles.cells}
      data-shape={shape}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path d={drawn.free} data-cell="free" />
      <path d={drawn.taken} data-cell="taken" />
      {at >= 0 && (
        <rect
          x={(at % columns) * CELL + 1}
          y={Math.floor(at / columns) * CELL + 1}
          width={SIZE}
          height={SIZE}
          data-cell="mine"
        />
      )}
    </svg>
  );
}

/** The year to choose from, as one picture with counts; the day is chosen in a field beside it. */
export function YearPicture({
  first,
  count,
  taken,
  mine = null,
}: {
  first: string;
  count: number;
  taken: readonly string[];
  mine?: string | null;
}) {
  const days = daysFrom(first, count);
  const gone = new Set(taken);
  return (
    <div className={styles.year} role="img" aria-label={campaignText.yearPicture(gone.size, count)}>
      <Cells days={days} taken={gone} mine={mine} shape="wide" />
      <Cells days={days} taken={gone} mine={mine} shape="narrow" />
    </div>
  );
}
