import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callAsMember, type Refusal } from '#app/components/member/member-call.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import { alert } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';

/** What the call that opens an order answers: the order, or a place in the order of coming. */
interface SaleReply {
  checkout_path: string | null;
  place: { ahead: number; every_ms: number } | null;
}

type Buying = { is: 'idle' } | { is: 'asking' } | { is: 'waiting'; ahead: number };

const PROCESSING = 20006;
const NOT_ON_SALE = 20008;
const OWNED = 150005;

function wordsOf({ code }: Refusal): string {
  if (code === PROCESSING) return text.processing;
  if (code === NOT_ON_SALE) return text.notOnSale;
  return code === OWNED ? text.alreadyHave : text.failed;
}

/** Asks for tickets, and again as often as is said while others are before; then leads to where they are paid. */
export function useBuying(
  eventId: number,
  onRefused: () => void,
): { buying: Buying; buy: (quantity: number) => void; leave: () => void } {
  const navigate = useNavigate();
  const [buying, setBuying] = useState<Buying>({ is: 'idle' });
  const turn = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, key: '' });

  const leave = useCallback(() => {
    clearTimeout(turn.current.timer);
    turn.current.key = '';
    setBuying({ is: 'idle' });
  }, []);
  useEffect(() => () => clearTimeout(turn.current.timer), []);

  async function ask(quantity: number, key: string): Promise<void> {
    const answer = await callAsMember(screenCalls.salesTransaction(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        product_type: 'Livestream',
        lines: [{ kind: 'livestream', id: eventId, unit: null, quantity, promotion_code: null }],
        terms_version: null,
        utm_medium: null,
        utm_source: null,
      }),
    });
    if (turn.current.key !== key) return;
    if (!answer.isOk) {
      leave();
      if (answer.status === 401) {
        rememberReturn();
        return void navigate(paths.login());
      }
      onRefused();
      return alert(text.buy, wordsOf(answer));
    }
    const { checkout_path: path, place } = answer.response as SaleReply;
    // A checkout is a document of its own.
    if (path !== null) return window.location.assign(path);
    setBuying({ is: 'waiting', ahead: place?.ahead ?? 0 });
    turn.current.timer = setTimeout(() => void ask(quantity, key), place?.every_ms ?? 5_000);
  }

  return {
    buying,
    leave,
    buy(quantity) {
      leave();
      const key = crypto.randomUUID();
      turn.current.key = key;
      setBuying({ is: 'asking' });
      void ask(quantity, key);
    },
  };
}
