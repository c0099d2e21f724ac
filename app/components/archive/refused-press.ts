import { callAsMember, tellRefusal, type Refusal, type Telling } from '#app/components/member/member-call.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import { confirm } from '#app/components/shell/dialogs.ts';
import { isOutside } from '#app/components/shell/outside-link.ts';
import { memberNow } from '#app/components/frame/member-state.ts';
import { replaySaleCalls, replaySalePaths } from '#app/replay-sale-paths.ts';
import { askToLogIn } from '#app/text/zh-hk/api-errors.ts';
import { replaySalesText } from '#app/text/zh-hk/replay-sales.ts';
import { REPLAY_DAYS } from '#domain/replay-sales/replay-sales.rules.ts';
import type { z } from 'zod';
import type { replayOfferReplySchema } from '#domain/replay-sales/replay-sales.schema.ts';
import { moneyHk } from '#shared/money.ts';

/**
 * A press on a replay by a visitor known to have no plan. Buyers of this broadcast hear it; other members are offered
 * it beside the plan, if it is sold individually.
 */
export async function tellRefusedPress(
  refusal: Refusal,
  { sectionId, play, ...telling }: Telling & { sectionId: number; play: () => void },
): Promise<void> {
  const answer = memberNow()?.user ? await callAsMember(replaySaleCalls.offer(sectionId)) : null;
  const offer = answer?.isOk ? (answer.response as z.output<typeof replayOfferReplySchema>) : null;
  if (offer?.is_owned) return play();
  if (offer === null || offer.price_cents === null) return tellRefusal(refusal, telling);
  const { go, pricing, returnTo } = telling;
  const buy = () => {
    rememberReturn(returnTo);
    go(replaySalePaths.buy(offer.program_archive_id));
  };
  const toPlans = () => {
    rememberReturn(returnTo);
    if (isOutside(pricing)) window.open(pricing, '_blank', 'noopener');
    else go(pricing);
  };
  confirm({
    title: askToLogIn.planTitle,
    words: replaySalesText.offer.words(REPLAY_DAYS),
    buttons: [
      { words: askToLogIn.later, tone: 'quiet' },
      { words: replaySalesText.only(moneyHk(offer.price_cents)), tone: 'outline', action: buy },
      ...(pricing ? [{ words: askToLogIn.plan, action: toPlans }] : []),
    ],
  });
}
