import { elapsedPercent, useClock } from '#app/components/hooks/use-clock.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { clockHk } from '#shared/hk-time.ts';
import styles from './today-list.module.css';

/** Start, picture, title, hosts and hours of a show. */
export function RowFace({
  href,
  title,
  hosts,
  startsAtMs,
  endsAtMs,
  src,
  srcset,
  isNow,
  renderedAtMs,
}: {
  href: string | null;
  title: string;
  hosts: string;
  startsAtMs: number;
  endsAtMs: number;
  src: string;
  srcset: string;
  isNow: boolean;
  renderedAtMs: number;
}) {
  const [from, to] = [clockHk(new Date(startsAtMs)), clockHk(new Date(endsAtMs))];
  return (
    <>
      <time dateTime={new Date(startsAtMs).toISOString()}>{from}</time>
      <span className={styles.art}>
        <img src={src} srcSet={srcset} sizes="96px" width={640} height={360} alt="" loading="lazy" />
      </span>
      <div className={styles.words}>
        <h3>
          {href === null ? (
            <Phrase text={title} />
          ) : (
            <a href={href}>
              <Phrase text={title} />
            </a>
          )}
        </h3>
        <p>
          {hosts && <span>{hosts}</span>}
          <span>{liveText.range(from, to)}</span>
        </p>
        {isNow && <Elapsed startsAtMs={startsAtMs} endsAtMs={endsAtMs} renderedAtMs={renderedAtMs} />}
      </div>
    </>
  );
}

/** Moved by `elapsed-bars.ts` while it is not hydrated. */
function Elapsed({
  startsAtMs,
  endsAtMs,
  renderedAtMs,
}: {
  startsAtMs: number;
  endsAtMs: number;
  renderedAtMs: number;
}) {
  const percent = elapsedPercent(useClock(renderedAtMs), startsAtMs, endsAtMs);
  return (
    <span className={styles.bar} aria-hidden="true" data-elapsed={`${startsAtMs} ${endsAtMs}`}>
      <i style={{ transform: `scaleX(${percent / 100})` }} />
    </span>
  );
}
