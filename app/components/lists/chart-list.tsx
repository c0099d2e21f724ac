import { chartText } from '#app/text/zh-hk/chart.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import styles from './chart-list.module.css';

export interface ChartRow {
  songId: number;
  /** The page of the song; undefined: none. */
  path?: string | undefined;
  /** Segmented into words by the server. */
  title: string;
  artist: string;
  picture: string;
  position: number;
  /** Null if it was not on the chart the week before. */
  lastPosition: number | null;
  weeksOn: number;
  peak: number;
}

/** Movement of a song: an arrow, with a sentence for screen readers. */
function Movement({ row: { position, lastPosition, weeksOn } }: { row: ChartRow }) {
  if (lastPosition === null) {
    const isBack = weeksOn > 1;
    return (
      <span className={styles.move} data-move="new">
        <b aria-hidden="true">{isBack ? chartText.backMark : chartText.newMark}</b>
        <span className="vh">{isBack ? chartText.isBack : chartText.isNew}</span>
      </span>
    );
  }
  const places = lastPosition - position;
  const move = places > 0 ? 'up' : places < 0 ? 'down' : 'same';
  return (
    <span className={styles.move} data-move={move}>
      {move === 'same' ? <i aria-hidden="true" /> : <Icon name="arrow-up" />}
      <span className="vh">
        {move === 'up' ? chartText.up(places) : move === 'down' ? chartText.down(-places) : chartText.same}
      </span>
    </span>
  );
}

/** The songs of a chart; `whole` adds last week, weeks and peak. */
export function ChartList({ rows, whole = false }: { rows: ChartRow[]; whole?: boolean }) {
  return (
    <ol className={whole ? `${styles.list} ${styles.whole}` : styles.list}>
      {rows.map((row, at) => (
        <li key={row.songId} className={at === 0 ? styles.top : undefined}>
          {at === 0 && row.picture && (
            <Picture name={row.picture} alt="" sizes="(min-width: 768px) 320px, 90vw" className={styles.art} />
          )}
          <span className={styles.position}>
            <span aria-hidden="true">{row.position}</span>
            <span className="vh">{chartText.position(row.position)}</span>
          </span>
          <Movement row={row} />
          <div className={styles.song}>
            <b>
              {row.path === undefined ? (
                <Phrase text={row.title} />
              ) : (
                <a href={row.path}>
                  <Phrase text={row.title} />
                </a>
              )}
            </b>
            <span>{row.artist}</span>
          </div>
          {whole && (
            <p className={styles.run}>
              {row.lastPosition !== null && <span>{chartText.last(row.lastPosition)}</span>}
              <span>{chartText.weeksOn(row.weeksOn)}</span>
              <span>{chartText.peak(row.peak)}</span>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
