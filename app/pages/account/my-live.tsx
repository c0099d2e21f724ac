import { useRef, useState, type SubmitEvent } from 'react';
import { useLoaderData, useRevalidator, type MetaFunction } from 'react-router';
import { callAsMember, wordsOf, type Refusal } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import fields from '#app/forms/form.module.css';
import { momentOf, whenOf } from '#app/pages/live-events/when.ts';
import { paths } from '#app/paths.ts';
import { screenCalls, screenPaths } from '#app/screen-paths.ts';
import { myLiveText as text } from '#app/text/zh-hk/live-events.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { loader } from './my-live.server.ts';
import { ownMeta } from './own-meta.ts';
import styles from './account.module.css';
import own from './my-live.module.css';

export { loader } from './my-live.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, screenPaths.myLive(), text);

type OwnEvent = Awaited<ReturnType<typeof loader>>['events'][number];
const OVER: readonly OwnEvent['phase'][] = ['ended', 'replay', 'cancelled'];

export default function MyLive() {
  const { events, hasBought } = useLoaderData<typeof loader>();
  const lists = [
    { title: text.next, events: events.filter(({ phase }) => !OVER.includes(phase)) },
    { title: text.past, events: events.filter(({ phase }) => OVER.includes(phase)) },
  ].filter((list) => list.events.length > 0);
  return (
    <>
      <h1>{text.title}</h1>
      <p className={styles.lead}>{text.lead}</p>
      {hasBought && (
        <p className={styles.done} role="status">
          <Icon name="check" />
          {text.bought}
        </p>
      )}
      {events.length === 0 && (
        <p className={styles.section}>
          {text.none}
          <a className={own.more} href={`${paths.premiumVideoLanding()}#events`}>
            {text.look}
          </a>
        </p>
      )}
      {lists.map((list) => (
        <section key={list.title} className={styles.section} aria-label={list.title}>
          <h2>{list.title}</h2>
          <ul className={own.events}>
            {list.events.map((event) => (
              <EventItem key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function EventItem({ event }: { event: OwnEvent }) {
  const { id, title, art, venue, phase, startsAtMs, endsAtMs, replayUntilMs, tickets } = event;
  const { day, clocks } = whenOf(startsAtMs, endsAtMs);
  // The form goes away with its ticket: the keys go on here.
  const heading = useRef<HTMLHeadingElement>(null);
  const toGive = tickets.filter((ticket) => ticket.mayGive);
  return (
    <li className={own.event}>
      <Picture name={art} alt="" sizes="200px" className={own.art} />
      <div className={own.words}>
        <p className={own.phase}>{text.phases[phase]}</p>
        <h3 ref={heading} tabIndex={-1}>
          <a href={screenPaths.liveEvent(id, title)}>{title}</a>
        </h3>
        <p className={styles.meta}>
          <span>{day}</span>
          <span>{clocks}</span>
          <span>{venue}</span>
        </p>
        <p className={styles.meta}>
          <span>{text.tickets(tickets.length)}</span>
          {tickets.some((ticket) => ticket.wasGiven) && <span>{text.wasGiven}</span>}
          {phase === 'replay' && replayUntilMs !== null && <span>{text.replayUntil(momentOf(replayUntilMs))}</span>}
        </p>
        <ButtonLink tone={OVER.includes(phase) ? 'outline' : 'ink'} href={screenPaths.liveEvent(id, title)}>
          {text.go[phase]}
        </ButtonLink>
        {toGive[0] && (
          // Of another ticket it is another form: what was typed for the first is not sent for the second.
          <GiveTicket key={toGive[0].id} ticketId={toGive[0].id} onGiven={() => heading.current?.focus()} />
        )}
      </div>
    </li>
  );
}

/** Refusals that share a code of the catalogue are told apart by their status. */
function faultOf(refusal: Refusal): string {
  if (refusal.status === 429) return wordsOf(refusal);
  return text.giveFaults[String(refusal.code)] ?? text.giveFaults[String(refusal.status)] ?? text.giveFailed;
}

/** Once, and for good: behind a press, and said before it. */
function GiveTicket({ ticketId, onGiven }: { ticketId: number; onGiven: () => void }) {
  const { revalidate } = useRevalidator();
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function give(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await callAsMember(screenCalls.giveTicket(ticketId), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    setBusy(false);
    if (!answer.isOk) {
      setFault(faultOf(answer));
      return field.current?.focus();
    }
    setFault(null);
    notify(text.given);
    onGiven();
    await revalidate();
  }
  const faultId = `give-${ticketId}-fault`;
  return (
    <details className={own.give}>
      <summary>{text.giveTitle}</summary>
      <form onSubmit={(event) => void give(event)}>
        <p>{text.giveLead}</p>
        <label htmlFor={`give-${ticketId}`}>{text.giveEmail}</label>
        <input
          ref={field}
          id={`give-${ticketId}`}
          type="email"
          required
          autoComplete="off"
          value={email}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          onChange={({ target }) => setEmail(target.value)}
        />
        {fault !== null && (
          <p id={faultId} className={fields.fault} role="alert">
            <Icon name="circle-alert" />
            {fault}
          </p>
        )}
        <Button type="submit" tone="outline" aria-disabled={isBusy}>
          <Icon name="gift" />
          {text.give}
        </Button>
      </form>
    </details>
  );
}
