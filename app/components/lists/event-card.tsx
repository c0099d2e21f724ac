import page from '#app/styles/page.module.css';
import { liveEventsText as text, myLiveText } from '#app/text/zh-hk/live-events.ts';
import { momentWords } from '#app/text/zh-hk/films.ts';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { Phase } from '#domain/events/events.rules.ts';
import base from './card.module.css';

export interface EventCardView {
  id: number;
  /** Segmented into words by the server. */
  title: string;
  href: string;
  art: string;
  venue: string;
  phase: Phase;
  startsAtMs: number;
  replayUntilMs: number | null;
  /** Null: no tickets on sale. */
  priceCents: number | null;
}

/** A live event in a list: its time, or how it can be watched now. */
export function EventCard({ event, sizes }: { event: EventCardView; sizes: string }) {
  const { phase, startsAtMs, replayUntilMs, priceCents } = event;
  return (
    <article className={base.card}>
      <Picture name={event.art} alt="" sizes={sizes} />
      <div className={base.body}>
        <h3 className={base.title}>
          <a href={event.href}>
            <Phrase text={event.title} />
          </a>
        </h3>
        <p className={page.meta}>
          {phase === 'before' ? (
            <time dateTime={new Date(startsAtMs).toISOString()}>{momentWords(startsAtMs)}</time>
          ) : (
            <b>{myLiveText.phases[phase]}</b>
          )}
          {phase === 'replay' && replayUntilMs !== null && (
            <span>{myLiveText.replayUntil(momentWords(replayUntilMs))}</span>
          )}
          {priceCents !== null && <b>{text.ticketFor(priceCents)}</b>}
          <span>{event.venue}</span>
        </p>
      </div>
    </article>
  );
}
