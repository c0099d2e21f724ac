import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callAsMember } from '#app/components/member/member-call.ts';
import { keepCode } from '#app/components/member/kept-code.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import { alert } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';

/** Reply of the call that opens an order: the order, or a queue position. */
interface SaleReply {
  checkout_path: string | null;
  place: { ahead: number; every_ms: number } | null;
}

type Buying = { is: 'idle' } | { is: 'asking' } | { is: 'waiting'; ahead: number };

/** Orders tickets, polling as instructed while queued; then moves to payment. */
export function useBuying(
  eventId: number,
  onRefused: () => void,
): { buying: Buying; buy: (quantity: number, promotionCode: string) => void; leave: () => void } {
  const navigate = useNavigate();
  const [buying, setBuying] = useState<Buying>({ is: 'idle' });
  const turn = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, key: '' });

  const leave = useCallback(() => {
    clearTimeout(turn.current.timer);
    turn.current.key = '';
    setBuying({ is: 'idle' });
  }, []);
  useEffect(() => () => clearTimeout(turn.current.timer), []);

  async function ask(quantity: number, promotionCode: string, key: string): Promise<void> {
    const answer = await callAsMember(screenCalls.salesTransaction(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        product_type: 'Livestream',
        lines: [{ kind: 'livestream', id: eventId, unit: null, quantity, promotion_code: promotionCode || null }],
        terms_version: null,
        utm_medium: null,
        utm_source: null,
      }),
    });
    if (turn.current.key !== key) return;
    if (!answer.isOk) {
      leave();
      if (answer.status === 401) {
        // Typed input is restored when they return.
        if (promotionCode !== '') keepCode(promotionCode);
        rememberReturn();
        return void navigate(paths.login());
      }
      onRefused();
      return import('./refused-sale.ts')
        .then(({ sayRefusedSale }) => sayRefusedSale(answer, (path) => void navigate(path)))
        .catch(
          // What cut the call off also cuts off the code that explains refusals.
          () => alert(text.buy, text.failed),
        );
    }
    const { checkout_path: path, place } = answer.response as SaleReply;
    // A checkout is a separate document.
    if (path !== null) return window.location.assign(path);
    setBuying({ is: 'waiting', ahead: place?.ahead ?? 0 });
    turn.current.timer = setTimeout(() => void ask(quantity, promotionCode, key), place?.every_ms ?? 5_000);
  }

  return {
    buying,
    leave,
    buy(quantity, promotionCode) {
      leave();
      const key = crypto.randomUUID();
      turn.current.key = key;
      setBuying({ is: 'asking' });
      void ask(quantity, promotionCode, key);
    },
  };
}
