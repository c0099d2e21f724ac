import { useLoaderData, type MetaFunction } from 'react-router';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { whenOf, clockOf } from '#app/pages/live-events/when.ts';
import bought from '#app/pages/films/films.module.css';
import { screenPaths } from '#app/screen-paths.ts';
import { buyTicketsText as text } from '#app/text/zh-hk/live-events.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { Picture } from '#app/ui/picture.tsx';
import { moneyHk } from '#shared/money.ts';
import type { loader } from './buy-tickets.server.ts';
import { MoneyForm } from './money-form.tsx';
import { PayMethods } from './pay-methods.tsx';
import { Agreement } from './single-sale.tsx';
import styles from './plans.module.css';

export { payAgain as action } from '#app/pages/plans/outcome/outcome.server.ts';
export { loader } from './buy-tickets.server.ts';

const { subscription } = plansText;

export const handle: PageHandle = { theme: 'black' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, screenPaths.buyTickets(), text);

/** Which tickets are paid, the total, and the method: they are reserved meanwhile. */
export default function BuyTickets() {
  const { orderId, event, quantity, totalCents, discountCents, heldUntilMs, methods, method } =
    useLoaderData<typeof loader>();
  useFreshPage();
  const { day, clocks } = whenOf(event.startsAtMs, event.endsAtMs);
  return (
    <div className="wrap">
      <div className={bought.purchase}>
        <h1>{text.title}</h1>
        <div className={bought.bought}>
          <Picture name={event.art} alt="" sizes="160px" />
          <p>
            <a href={event.href}>
              <b>{event.title}</b>
            </a>
            <br />
            <span className={bought.quiet}>
              {day} {clocks}
            </span>
            <br />
            <span className={bought.quiet}>{event.venue}</span>
          </p>
        </div>
        <section className={styles.paying}>
          <MoneyForm
            intent="pay"
            look="wide"
            tone="cta"
            submit={subscription.pay(moneyHk(totalCents))}
            sending={subscription.sending}
          >
            {() => (
              <>
                <input type="hidden" name="order" value={orderId} readOnly />
                <div className={styles.pay}>
                  {totalCents > 0 && <PayMethods methods={methods} chosen={method} />}
                  <div className={styles.summary}>
                    <h2>{text.order}</h2>
                    <dl className={styles.sums}>
                      <div>
                        <dt>{text.tickets(quantity)}</dt>
                        <dd>{moneyHk(totalCents + discountCents)}</dd>
                      </div>
                      {discountCents > 0 && (
                        <div>
                          <dt>{subscription.discount}</dt>
                          <dd>{moneyHk(-discountCents)}</dd>
                        </div>
                      )}
                      <div>
                        <dt>{subscription.today}</dt>
                        <dd>{moneyHk(totalCents)}</dd>
                      </div>
                    </dl>
                    <p>{text.held(clockOf(heldUntilMs))}</p>
                    <Agreement />
                  </div>
                </div>
              </>
            )}
          </MoneyForm>
        </section>
        <p className={styles.under}>
          <a href={event.href}>{text.toEvent}</a>
        </p>
      </div>
    </div>
  );
}
