import { useRef } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { momentOf, whenOf } from '#app/pages/live-events/when.ts';
import { paths } from '#app/paths.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { myLiveText as text } from '#app/text/zh-hk/live-events.ts';
import { WalletTicket } from '#app/components/ticket/wallet-ticket.tsx';
import { walletTicketText as ticketText } from '#app/text/zh-hk/wallet-ticket.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { GiveTicket, type AskedProof } from './give-ticket.tsx';
import type { loader } from './my-live.server.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import styles from '#app/pages/account/account.module.css';
import own from './my-live.module.css';

export { loader } from './my-live.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, screenPaths.myLive(), text);

type OwnEvent = Awaited<ReturnType<typeof loader>>['events'][number];
const OVER: readonly OwnEvent['phase'][] = ['ended', 'replay', 'cancelled'];

export default function MyLive() {
  const { events, hasBought, proof, hasPassword } = useLoaderData<typeof loader>();
  const asked = { proof, onStale: hasPassword ? 'password' : 'log-in' } as const;
  const title = useRef<HTMLHeadingElement>(null);
  const lists = [
    { title: text.next, events: events.filter(({ phase }) => !OVER.includes(phase)) },
    { title: text.past, events: events.filter(({ phase }) => OVER.includes(phase)) },
  ].filter((list) => list.events.length > 0);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {text.title}
      </h1>
      <p className={styles.lead}>{text.lead}</p>
      {hasBought && (
        <p className={styles.done} role="status">
          <Icon name="check" />
          {text.bought}
        </p>
      )}
      {events.length === 0 && (
        <EmptyState title={text.noneTitle} words={text.none}>
          <ButtonLink tone="outline" href={`${paths.premiumVideoLanding()}#events`}>
            {text.look}
          </ButtonLink>
        </EmptyState>
      )}
      {lists.map((list) => (
        <section key={list.title} className={styles.section} aria-label={list.title}>
          <h2>{list.title}</h2>
          <ul className={own.events}>
            {list.events.map((event) =>
              OVER.includes(event.phase) ? (
                <EventItem key={event.id} event={event} />
              ) : (
                <TicketItem key={event.id} event={event} asked={asked} onGone={() => title.current?.focus()} />
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  );
}

/** An event to come or on the air, as a ticket. */
function TicketItem({ event, asked, onGone }: { event: OwnEvent; asked: AskedProof; onGone: () => void }) {
  const { id, title, venue, phase, startsAtMs, endsAtMs, tickets, qr } = event;
  const { day, clocks } = whenOf(startsAtMs, endsAtMs);
  // The form disappears with its ticket, and the event with its last one: the focus moves here, or to the top.
  const heading = useRef<HTMLHeadingElement>(null);
  const toGive = tickets.filter((ticket) => ticket.mayGive);
  return (
    <li className={own.held}>
      <WalletTicket
        kind={text.phases[phase]}
        title={
          <h3 ref={heading} tabIndex={-1}>
            <a href={screenPaths.liveEvent(id, title)}>{title}</a>
          </h3>
        }
        facts={[
          [ticketText.day, day],
          [ticketText.time, clocks],
          [ticketText.venue, venue],
          [ticketText.tickets, text.tickets(tickets.length)],
        ]}
        qr={qr}
        qrName={text.qr}
      >
        <p>{text.qrWords}</p>
        {tickets.some((ticket) => ticket.wasGiven) && <p>{text.wasGiven}</p>}
      </WalletTicket>
      <div className={own.words}>
        <p className={own.acts}>
          <ButtonLink tone="ink" href={screenPaths.liveEvent(id, title)}>
            {text.go[phase]}
          </ButtonLink>
          {phase === 'before' && (
            <ButtonLink tone="outline" href={screenPaths.eventCalendar(id)} download="">
              <Icon name="calendar-days" />
              {text.calendar}
            </ButtonLink>
          )}
        </p>
        {toGive[0] && (
          // Another ticket gets a new form, so that input for the first is not sent for the second.
          <GiveTicket
            key={toGive[0].id}
            ticketId={toGive[0].id}
            asked={asked}
            onGiven={() => (tickets.length > 1 ? heading.current?.focus() : onGone())}
          />
        )}
      </div>
    </li>
  );
}

/** An event that is over. */
function EventItem({ event }: { event: OwnEvent }) {
  const { id, title, art, venue, phase, startsAtMs, endsAtMs, replayUntilMs, tickets } = event;
  const { day, clocks } = whenOf(startsAtMs, endsAtMs);
  return (
    <li className={own.event}>
      <Picture name={art} alt="" sizes="200px" className={own.art} />
      <div className={own.words}>
        <p className={own.phase}>{text.phases[phase]}</p>
        <h3>
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
        <ButtonLink tone="outline" href={screenPaths.liveEvent(id, title)}>
          {text.go[phase]}
        </ButtonLink>
      </div>
    </li>
  );
}
