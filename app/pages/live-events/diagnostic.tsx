import { useEffect, useRef, useState, type CSSProperties } from 'react';
import type { MetaFunction } from 'react-router';
import { MemberWatch } from '#app/components/frame/member-watch.ts';
import { callAsMember } from '#app/components/member/member-call.ts';
import { seo } from '#app/components/seo/seo.ts';
import { alert, notify } from '#app/components/shell/dialogs.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { screenCalls, screenPaths } from '#app/screen-paths.ts';
import { diagnosticText as text, liveEventsText } from '#app/text/zh-hk/live-events.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { CHECKS, worstOf, type CheckName, type CheckResult } from '#domain/diagnostics/diagnostics.rules.ts';
import type { loader } from './diagnostic.server.ts';
import type { Checked } from './run-checks.ts';
import styles from './diagnostic.module.css';

export { headers, loader } from './diagnostic.server.ts';

export const handle: PageHandle = { theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: screenPaths.eventDiagnostic(),
        title: text.title,
        description: text.description,
      });

const ICONS = { pass: 'check', warn: 'triangle-alert', fail: 'circle-alert' } as const;

/** `asked`: the video played, and the visitor is asked whether it was heard. */
type Run = { is: 'ready' } | { is: 'running' } | { is: 'asked' } | { is: 'done' };

/** The event whose page the visitor came from. */
function eventAsked(): number | null {
  const asked = new URLSearchParams(window.location.search).get('event') ?? '';
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null;
}

export default function Diagnostic() {
  const video = useRef<HTMLVideoElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [run, setRun] = useState<Run>({ is: 'ready' });
  const [checked, setChecked] = useState<readonly Checked[]>([]);
  const [eventId, setEventId] = useState<number | null>(null);
  useEffect(() => {
    setEventId(eventAsked());
    return () => stop.current?.abort();
  }, []);

  async function start(): Promise<void> {
    const { current: element } = video;
    if (element === null) return;
    stop.current?.abort();
    const mine = (stop.current = new AbortController());
    setChecked([]);
    setRun({ is: 'running' });
    const code = await import('./run-checks.ts').catch(() => null);
    if (stop.current !== mine) return;
    if (code === null) {
      setRun({ is: 'ready' });
      return alert(text.title, liveEventsText.failed);
    }
    let hasPlayed = false;
    await code.runChecks(element, mine.signal, (one) => {
      hasPlayed = one.name === 'stream' && one.found['played'] === true;
      setChecked((before) => [...before, one]);
    });
    if (stop.current === mine) setRun({ is: hasPlayed && !mine.signal.aborted ? 'asked' : 'done' });
  }

  function answer(isHeard: boolean): void {
    setChecked((before) =>
      before.map((one): Checked =>
        one.name === 'stream'
          ? { ...one, result: isHeard ? one.result : 'fail', found: { ...one.found, heard: isHeard } }
          : one,
      ),
    );
    setRun({ is: 'done' });
  }

  return (
    <div className={`wrap ${styles.page}`}>
      <MemberWatch />
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
        {eventId !== null && (
          <ButtonLink tone="outline" size="small" href={screenPaths.liveEvent(eventId)}>
            {text.back}
          </ButtonLink>
        )}
      </header>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      <div className={styles.grid}>
        <section className={styles.box} aria-labelledby="run">
          <div className={styles.top}>
            <h2 id="run">
              <span role="status">{headingOf(run, checked)}</span>
            </h2>
            {run.is === 'running' ? (
              <Button tone="outline" size="small" onClick={() => stop.current?.abort()}>
                {text.stop}
              </Button>
            ) : (
              <Button tone={run.is === 'ready' ? 'cta' : 'outline'} onClick={() => void start()}>
                {run.is === 'ready' ? text.start : text.again}
              </Button>
            )}
          </div>
          <progress className="vh" max={CHECKS.length} value={checked.length} aria-labelledby="run" />
          <span
            className={styles.dial}
            style={{ '--done': `${(checked.length / CHECKS.length) * 100}%` } as CSSProperties}
            aria-hidden="true"
          />
          <ul className={styles.checks} data-run={run.is}>
            {CHECKS.map((name, i) => (
              <CheckRow
                key={name}
                name={name}
                checked={checked.find((one) => one.name === name)}
                state={run.is === 'ready' ? null : run.is === 'running' && i === checked.length ? 'now' : 'waiting'}
              />
            ))}
          </ul>
        </section>
        <aside className={styles.aside}>
          <figure className={styles.film}>
            {/* Spoken content does not matter: it only tests sound. */}
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
            <video ref={video} playsInline aria-label={text.film} />
            {run.is === 'ready' && (
              <span className={styles.poster} aria-hidden="true">
                <Icon name="play" fill />
                {text.film}
              </span>
            )}
            <figcaption>{text.filmWords}</figcaption>
          </figure>
          {run.is === 'asked' && (
            <div className={styles.ask} role="group" aria-labelledby="hear">
              <p id="hear">{text.hear}</p>
              <Button onClick={() => answer(true)}>{text.heard}</Button>
              <Button tone="outline" onClick={() => answer(false)}>
                {text.notHeard}
              </Button>
            </div>
          )}
          {run.is === 'done' && checked.length > 0 && <Device checked={checked} eventId={eventId} />}
        </aside>
      </div>
    </div>
  );
}

function headingOf(run: Run, checked: readonly Checked[]): string {
  if (run.is === 'ready') return text.ready(CHECKS.length);
  if (run.is === 'running') return text.running(Math.min(checked.length + 1, CHECKS.length), CHECKS.length);
  if (checked.length < CHECKS.length) return text.done;
  const worst = worstOf(checked.map(({ result }) => result));
  if (worst === 'pass') return text.allGood;
  if (worst === 'warn') return text.someWarn;
  return text.someFail(checked.filter(({ result }) => result === 'fail').length);
}

/** A check: what it examines, then its result. `state` while it is not over; null before the start. */
function CheckRow({
  name,
  checked,
  state,
}: {
  name: CheckName;
  checked: Checked | undefined;
  state: 'now' | 'waiting' | null;
}) {
  const quality = checked?.qualityId === undefined ? undefined : text.qualityNames[checked.qualityId];
  const isNow = checked === undefined && state === 'now';
  return (
    <li className={isNow ? styles.now : undefined} data-result={checked?.result}>
      <span className={styles.mark}>{checked ? <Icon name={ICONS[checked.result]} /> : <i />}</span>
      <div>
        <h3>{text.names[name]}</h3>
        <p className={styles.found}>{checked ? checked.words : text.looksAt[name]}</p>
        {quality && <p className={styles.found}>{text.quality(quality)}</p>}
        {checked && checked.result !== 'pass' && <p className={styles.todo}>{text.todo[name]}</p>}
      </div>
      {(checked !== undefined || state !== null) && <b>{stateWords(checked?.result, isNow)}</b>}
    </li>
  );
}

function stateWords(result: CheckResult | undefined, isNow: boolean): string {
  if (result) return text.results[result];
  return isNow ? text.busy : text.waiting;
}

interface Connection {
  effectiveType?: string;
  type?: string;
}

/** Browser data about the device: displayed, and sent with the results if the visitor requests a code. */
function deviceFacts() {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return {
    user_agent: navigator.userAgent.slice(0, 400),
    screen: `${screen.width} × ${screen.height} @${window.devicePixelRatio}x`,
    language: navigator.language.slice(0, 40),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 60),
    network: (connection?.type ?? connection?.effectiveType ?? '').slice(0, 40),
  };
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    notify(text.copied);
  } catch {
    notify(text.copyFailed, 'info');
  }
}

function Device({ checked, eventId }: { checked: readonly Checked[]; eventId: number | null }) {
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const device = deviceFacts();
  async function send(): Promise<void> {
    setBusy(true);
    const answer = await callAsMember(screenCalls.diagnostic(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        event_id: eventId,
        checks: checked.map(({ name, result, found }) => ({ name, result, found })),
        device,
      }),
    });
    setBusy(false);
    if (!answer.isOk) return alert(text.getCode, text.codeFailed);
    setCode((answer.response as { code: string }).code);
  }
  return (
    <section className={styles.box} aria-labelledby="device">
      <h2 id="device">{text.device}</h2>
      <dl className={styles.facts}>
        <dt>{text.facts.browser}</dt>
        <dd>{checked.find(({ name }) => name === 'browser')?.words ?? text.unknown}</dd>
        <dt>{text.facts.screen}</dt>
        <dd>{device.screen}</dd>
        <dt>{text.facts.network}</dt>
        <dd>{device.network || text.unknown}</dd>
        <dt>{text.facts.zone}</dt>
        <dd>{device.time_zone}</dd>
        {code !== null && (
          <>
            <dt>{text.facts.code}</dt>
            <dd>
              <span role="status">{code}</span>
            </dd>
          </>
        )}
      </dl>
      <p className={styles.found}>{text.codeWords}</p>
      {code === null ? (
        <Button disabled={isBusy} onClick={() => void send()}>
          {isBusy ? text.gettingCode : text.getCode}
        </Button>
      ) : (
        <Button tone="outline" onClick={() => void copy(code)}>
          {text.copy}
        </Button>
      )}
    </section>
  );
}
