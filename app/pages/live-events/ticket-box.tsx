import { useState, type ReactNode } from 'react';
import { callAsMember } from '#app/components/member/member-call.ts';
import { useKeptCode } from '#app/components/member/use-kept-code.ts';
import { useSaleQuote } from '#app/components/member/use-sale-quote.ts';
import { alert, notify } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { screenCalls, screenPaths } from '#app/screen-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { moneyHk } from '#shared/money.ts';
import type { StripWire } from '#domain/events/events.schema.ts';
import { Countdown } from './countdown.tsx';
import type { OwnEvent } from './use-own-event.ts';
import { useBuying } from './use-buying.ts';
import { clockOf, momentOf } from './when.ts';
import styles from './live-event.module.css';

/** Below this, the remaining number is shown. */
const FEW = 100;

interface TicketBoxProps {
  event: {
    id: number;
    plainTitle: string;
    nowMs: number;
    doorsAtMs: number;
    startsAtMs: number;
    sellsFromMs: number;
    earlyUntilMs: number | null;
    fullPriceCents: number;
    maxTickets: number;
  };
  strip: StripWire;
  own: OwnEvent;
  /** The visitor has the picture. */
  isIn: boolean;
  onChanged: () => void;
}

/** Ticket price and current actions; all rows keep their height, whatever is known of the visitor. */
export function TicketBox({ event, strip, own, isIn, onChanged }: TicketBoxProps) {
  const { id, plainTitle, nowMs, doorsAtMs, startsAtMs } = event;
  const tickets = own.is === 'member' ? own.event.tickets.length : 0;
  const isBefore = strip.state === 'before';
  return (
    <div className={styles.box}>
      {/* The stage shows everything else about the state. */}
      {isBefore && <Countdown untilMs={startsAtMs} serverNowMs={nowMs} />}
      {/* The same component, at the same height, before and after the visitor's tickets are known: typed input is
          kept. */}
      <TicketRow event={event} strip={strip} onChanged={onChanged} had={tickets}>
        {tickets > 0 && (
          <>
            <div>
              <p className={styles.price}>{text.own(tickets)}</p>
              <p className={styles.hint}>{isBefore ? text.ownDoors(clockOf(doorsAtMs)) : ownWords(strip, isIn)}</p>
            </div>
            <div className={styles.buy}>
              {isBefore && own.is === 'member' && own.event.tickets.some((ticket) => ticket.may_give) && (
                <ButtonLink tone="outline" href={screenPaths.myLive()}>
                  <Icon name="gift" />
                  {text.give}
                </ButtonLink>
              )}
            </div>
          </>
        )}
      </TicketRow>
      <div className={styles.boxActs}>
        {isBefore && (
          <ButtonLink tone="outline" href={screenPaths.eventCalendar(id)} download="">
            <Icon name="calendar-days" />
            {text.calendar}
          </ButtonLink>
        )}
        <ButtonLink tone="outline" href={screenPaths.eventDiagnostic({ event: id })}>
          <Icon name="wrench" />
          {text.check}
        </ButtonLink>
        {isBefore && <Reminder event={event} own={own} onChanged={onChanged} />}
      </div>
      <p className={styles.hints}>
        {own.is === 'member' ? (
          <a href={paths.redeem()}>{text.redeem}</a>
        ) : (
          <span>
            {text.haveTicket}
            <a href={paths.login({ return: screenPaths.liveEvent(id, plainTitle) })}>{text.logIn}</a>
          </span>
        )}
        <span>
          {strip.replay_until_ts === null ? text.noReplay : text.replayFor(momentOf(strip.replay_until_ts * 1_000))}
        </span>
      </p>
    </div>
  );
}

function ownWords(strip: StripWire, isIn: boolean): string {
  if (strip.state === 'cancelled') return text.cancelledWords;
  if (strip.state === 'replay' && strip.replay_until_ts !== null)
    return text.replayUntil(momentOf(strip.replay_until_ts * 1_000));
  if (strip.state === 'ended') return text.ended;
  return isIn ? text.ownIn : text.ownEnter;
}

/**
 * Price and purchase of a ticket; for ticket holders their tickets (`children`), with further purchases behind a
 * summary.
 */
function TicketRow({
  event,
  strip,
  onChanged,
  had,
  children,
}: Omit<TicketBoxProps, 'own' | 'isIn'> & { had: number; children: ReactNode }) {
  const { id, earlyUntilMs, fullPriceCents, sellsFromMs } = event;
  const maxTickets = event.maxTickets - had;
  const kept = useKeptCode();
  const [typed, setTyped] = useState<string | null>(null);
  const code = typed ?? kept;
  const [chosen, setQuantity] = useState(1);
  const quantity = Math.min(chosen, maxTickets);
  const isOnSale = strip.sale === 'on';
  const mayBuy = isOnSale && maxTickets > 0;
  // No price quotes while sales are closed.
  const quote = useSaleQuote(mayBuy ? code : '', {
    product_type: 'Livestream',
    lines: [{ kind: 'livestream', id, unit: null, quantity }],
    terms_version: null,
  });
  const { buying, buy, leave } = useBuying(id, onChanged);
  const isSoldOut = isOnSale && strip.tickets_left === 0;
  const row = [styles.boxRow, isOnSale ? styles.onSale : strip.state === 'before' ? styles.mayGive : '']
    .join(' ')
    .trim();
  if (buying.is === 'waiting')
    return (
      <div className={row}>
        <div>
          <p className={styles.dot}>{text.buyingTitle}</p>
          <p className={styles.price} aria-live="polite">
            {text.ahead(buying.ahead)}
          </p>
          <p className={styles.hint}>{text.buyingWords}</p>
        </div>
        <Button tone="outline" onClick={leave}>
          {text.leaveQueue}
        </Button>
      </div>
    );
  const offer = (
    <>
      <div>
        <p className={styles.price}>{moneyHk(strip.price_cents)}</p>
        <p className={styles.hint}>{saleWords()}</p>
      </div>
      {mayBuy && (
        <div className={styles.buy}>
          {maxTickets > 1 && (
            <label>
              <span className="vh">{text.quantity}</span>
              <select value={quantity} onChange={({ target }) => setQuantity(Number(target.value))}>
                {Array.from({ length: maxTickets }, (_, i) => (
                  <option key={i} value={i + 1}>
                    {text.pieces(i + 1)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Button
            tone={had === 0 ? 'cta' : 'outline'}
            size="large"
            // Keeps the focus on the pressed button.
            aria-disabled={buying.is === 'asking'}
            onClick={() => buying.is !== 'asking' && buy(quantity, code.trim())}
          >
            <Icon name="ticket" />
            {had === 0 ? text.buy : text.buyMore}
          </Button>
        </div>
      )}
    </>
  );
  return (
    <div className={row}>
      {had === 0 ? offer : children}
      {mayBuy && (
        <details className={styles.code} open={kept !== '' || undefined}>
          <summary>{had === 0 ? text.promotionCode : text.buyMore}</summary>
          {had > 0 && offer}
          {had > 0 && <p className={styles.hint}>{text.promotionCode}</p>}
          <input
            aria-label={text.promotionCode}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={64}
            value={code}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p className={styles.hint} role="status">
            {quote?.words}
          </p>
        </details>
      )}
    </div>
  );

  function saleWords(): string {
    if (strip.sale === 'over') return text.saleOver;
    if (strip.sale === 'soon') return text.saleSoon(momentOf(sellsFromMs));
    if (isSoldOut) return `${text.soldOut}。${text.soldOutWords}`;
    const left = strip.tickets_left < FEW ? text.ticketsLeft(strip.tickets_left) : '';
    const early = strip.is_early && earlyUntilMs !== null ? text.early(momentOf(earlyUntilMs), fullPriceCents) : '';
    return [early, left].filter(Boolean).join('　');
  }
}

function Reminder({ event, own, onChanged }: Pick<TicketBoxProps, 'event' | 'own' | 'onChanged'>) {
  const { id, plainTitle } = event;
  const [isBusy, setBusy] = useState(false);
  const words = (
    <>
      <Icon name="mail" />
      {own.is === 'member' && own.event.has_reminder ? text.reminded : text.remind}
    </>
  );
  if (own.is !== 'member')
    return (
      <ButtonLink tone="outline" href={paths.login({ return: screenPaths.liveEvent(id, plainTitle) })}>
        {words}
      </ButtonLink>
    );
  const has = own.event.has_reminder;
  async function toggle(): Promise<void> {
    setBusy(true);
    const answer = await callAsMember(screenCalls.eventReminder(id), { method: has ? 'DELETE' : 'POST' });
    setBusy(false);
    if (!answer.isOk) return alert(text.remind, text.failed);
    notify(has ? text.remindStopped : text.remindedWords);
    onChanged();
  }
  return (
    <Button tone="outline" disabled={isBusy} onClick={() => void toggle()}>
      {words}
    </Button>
  );
}
