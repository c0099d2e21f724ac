import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLoaderData, useRevalidator, type MetaFunction } from 'react-router';
import { callAsMember, wordsOf, type Refusal } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import fields from '#app/forms/form.module.css';
import { momentOf, whenOf } from '#app/pages/live-events/when.ts';
import { paths } from '#app/paths.ts';
import { screenCalls, screenPaths } from '#app/screen-paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { myLiveText as text } from '#app/text/zh-hk/live-events.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { loader } from './my-live.server.ts';
import { ownMeta } from './own-meta.ts';
import type { ReauthenticationNeed } from './own-page.server.ts';
import styles from './account.module.css';
import own from './my-live.module.css';

export { loader } from './my-live.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, screenPaths.myLive(), text);

type OwnEvent = Awaited<ReturnType<typeof loader>>['events'][number];
const formText = accountText.form;
/** The call asks for a newer proof, or was given a wrong password. */
const UNPROVED = 10011;
const OVER: readonly OwnEvent['phase'][] = ['ended', 'replay', 'cancelled'];

export default function MyLive() {
  const { events, hasBought, proof, hasPassword } = useLoaderData<typeof loader>();
  const asked = { proof, onStale: hasPassword ? 'password' : 'log-in' } as const;
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
              <EventItem key={event.id} event={event} asked={asked} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** How its owner proves to be one: as the page was read, and where too much time has passed since. */
interface AskedProof {
  proof: ReauthenticationNeed;
  onStale: ReauthenticationNeed;
}

function EventItem({ event, asked }: { event: OwnEvent; asked: AskedProof }) {
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
          <GiveTicket
            key={toGive[0].id}
            ticketId={toGive[0].id}
            asked={asked}
            onGiven={() => heading.current?.focus()}
          />
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
function GiveTicket({ ticketId, asked, onGiven }: { ticketId: number; asked: AskedProof; onGiven: () => void }) {
  const { revalidate } = useRevalidator();
  const [isStale, setStale] = useState(false);
  const proof = isStale ? asked.onStale : asked.proof;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOwner, setOwner] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  // The field may have come with the refusal.
  useEffect(() => {
    if (!isOwner) secret.current?.focus();
  }, [isOwner, fault]);
  async function give(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await callAsMember(screenCalls.giveTicket(ticketId), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...(password === '' ? {} : { password }) }),
    });
    setBusy(false);
    if (!answer.isOk) {
      const isProved = answer.code !== UNPROVED;
      setOwner(isProved);
      if (!isProved) {
        setStale(true);
        setPassword('');
      }
      // Nobody was asked for it yet: that is no fault of theirs.
      setFault(!isProved && proof === 'nothing' ? formText.proveFirst : faultOf(answer));
      return (isProved ? field : secret).current?.focus();
    }
    setFault(null);
    notify(text.given);
    onGiven();
    await revalidate();
  }
  const faultId = `give-${ticketId}-fault`;
  const hintId = `give-${ticketId}-hint`;
  const wrong = { 'aria-invalid': true, 'aria-describedby': faultId } as const;
  if (proof === 'log-in')
    return (
      <details className={own.give} open={isStale || undefined}>
        <summary>{text.giveTitle}</summary>
        <p role={isStale ? 'alert' : undefined}>
          {formText.logInAgain} <a href={paths.memberSecurity()}>{formText.toLogOut}</a>
        </p>
      </details>
    );
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
          {...(fault !== null && isOwner && wrong)}
          onChange={({ target }) => setEmail(target.value)}
        />
        {proof === 'password' && (
          <>
            <label htmlFor={`give-${ticketId}-password`}>{formText.ownPassword}</label>
            <input
              ref={secret}
              id={`give-${ticketId}-password`}
              type="password"
              required
              autoComplete="current-password"
              value={password}
              aria-describedby={hintId}
              {...(fault !== null && !isOwner && { ...wrong, 'aria-describedby': `${hintId} ${faultId}` })}
              onChange={({ target }) => setPassword(target.value)}
            />
            <p className={fields.hint} id={hintId}>
              {formText.ownPasswordHint}
            </p>
          </>
        )}
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
