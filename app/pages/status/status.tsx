import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { logbookText } from '#app/text/zh-hk/status-logbook.ts';
import { statusText as text } from '#app/text/zh-hk/status.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Logbook } from '#domain/status/status.rules.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import styles from './status.module.css';
import type { IncidentView } from './status-view.server.ts';
import type { loader, PartView } from './status.server.ts';

export { headers, loader } from './status.server.ts';

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.status(),
        title: text.title,
        description: text.description,
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: text.title, path: paths.status() }])],
      });

/** The state of the channels, the site, payments and mail, now and on the last ninety days. */
export default function Status() {
  const { parts, incidents, logbook } = useLoaderData<typeof loader>();
  const troubled = parts.filter(({ trouble }) => trouble !== null).length;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={styles.now} data-state={troubled === 0 ? 'good' : 'bad'}>
          <Icon name={troubled === 0 ? 'check' : 'circle-alert'} />
          {troubled === 0 ? text.allGood : text.troubled(troubled)}
        </p>
        <p className={page.intro}>{text.intro}</p>
      </div>
      <section aria-labelledby="parts">
        <h2 id="parts">{text.days}</h2>
        <ul className={styles.legend} aria-hidden="true">
          {(['good', 'bad', 'unknown'] as const).map((state) => (
            <li key={state} data-state={state}>
              {text.legend[state]}
            </li>
          ))}
        </ul>
        <ul className={styles.parts}>
          {parts.map((part) => (
            <Part key={part.part} of={part} />
          ))}
        </ul>
      </section>
      <section className={page.section} aria-labelledby="incidents">
        <h2 id="incidents">{text.incidents}</h2>
        {incidents.length === 0 ? (
          <p className={styles.none}>{text.noIncidents}</p>
        ) : (
          <ol className={styles.incidents}>
            {incidents.map((incident) => (
              <Incident key={incident.id} of={incident} />
            ))}
          </ol>
        )}
        <p>
          <a className={page.link} href={paths.feed('status')}>
            {text.feed}
          </a>
        </p>
      </section>
      <OpenLogbook of={logbook} />
    </div>
  );
}

function OpenLogbook({ of: { corrections, opening, recovery, seal } }: { of: Logbook }) {
  return (
    <section className={page.section} aria-labelledby="logbook">
      <h2 id="logbook">{logbookText.title}</h2>
      <p className={page.intro}>{logbookText.intro}</p>
      <dl className={styles.logbook}>
        <div>
          <dt>{logbookText.corrections}</dt>
          <dd>{logbookText.times(corrections)}</dd>
        </div>
        <div>
          <dt>{logbookText.opening}</dt>
          <dd>{opening === null ? logbookText.tooFew : logbookText.openingOf(opening)}</dd>
        </div>
        <div>
          <dt>{logbookText.recovery}</dt>
          <dd>{recovery === null ? logbookText.tooFew : logbookText.recoveryOf(recovery)}</dd>
        </div>
        <div>
          <dt>{logbookText.seal}</dt>
          <dd>{seal === null ? logbookText.noSeal : logbookText.sealOf(seal)}</dd>
        </div>
        {seal !== null && (
          <div>
            <dt>{logbookText.hash}</dt>
            <dd>
              <code>{seal.hash}</code>
              <small>{logbookText.hashNote}</small>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

const BAR = 8;
const HEIGHT = 32;
/** Bars of the days in one state, as one path from the bottom. */
const barsOf = (days: string, state: string, height = HEIGHT): string =>
  Array.from(days, (one, at) => (one === state ? `M${at * BAR} ${HEIGHT - height}h6v${height}h-6z` : '')).join('');

function Part({ of: { part, days, bad, unknown, trouble } }: { of: PartView }) {
  const seconds = bad.reduce((sum, day) => sum + day.seconds, 0);
  const summary = text.summary({ part, bad: bad.length, unknown, seconds, days: days.length });
  const width = days.length * BAR - 2;
  return (
    <li>
      <h3>{text.part[part]}</h3>
      <p className={styles.state} data-state={trouble === null ? 'good' : 'bad'}>
        <Icon name={trouble === null ? 'check' : 'circle-alert'} />
        {trouble === null ? text.good : text.incident[trouble]}
      </p>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={barsOf(days, 'g')} data-state="good" />
        <path d={barsOf(days, 'b')} data-state="bad" />
        <path d={barsOf(days, 'u', HEIGHT / 4)} data-state="unknown" />
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{text.ago}</span>
        <span>{text.today}</span>
      </p>
      <p className={styles.summary}>{summary}</p>
      {bad.length > 0 && (
        <details>
          <summary>{text.badDays}</summary>
          <ul>
            {bad.toReversed().map(({ day, seconds: lasted }) => (
              <li key={day}>
                <time dateTime={day}>{timeText.fullDate(day)}</time>
                <span>{text.lasted(lasted)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Incident({ of: { id, part, kind, fromMs, lasted } }: { of: IncidentView }) {
  const from = new Date(fromMs);
  return (
    <li id={`incident-${id}`} data-state={lasted === null ? 'bad' : 'good'}>
      <b>
        {text.part[part]}：{text.incident[kind]}
      </b>
      <p>
        <time dateTime={from.toISOString()}>
          {timeText.fullDate(dayHkOf(from))} {clockHk(from)}
        </time>
        <span>{lasted === null ? text.goesOn : text.lasted(lasted.seconds)}</span>
      </p>
    </li>
  );
}
