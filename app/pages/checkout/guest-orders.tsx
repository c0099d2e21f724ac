import { useActionData, useLoaderData, useLocation, type MetaFunction } from 'react-router';
import { useFreshPage } from '#app/components/hooks/use-fresh-page.ts';
import { RefundNote } from '#app/components/plans/refund-note.tsx';
import { useRefundPolling } from '#app/components/hooks/use-polling.ts';
import { FormField } from '#app/forms/form-field.tsx';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { moneyPaths } from '#app/money-paths.ts';
import account from '#app/pages/account/account.module.css';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import { PayMethods } from '#app/pages/plans/pay-methods.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { guestOrdersText as text } from '#app/text/zh-hk/guest-orders.ts';
import { moneyProblem } from '#app/text/zh-hk/choose-money-error.ts';
import { refundText } from '#app/text/zh-hk/refunds.ts';
import { itemsOf, paymentsText } from '#app/text/zh-hk/payments.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { GUEST_FORMS } from '#domain/sales/guest-forms.rules.ts';
import { moneyHk } from '#shared/money.ts';
import styles from './checkout.module.css';
import type { loader } from './guest-orders.server.ts';

export { action, headers, loader } from './guest-orders.server.ts';

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, moneyPaths.guestOrders(), text);

function Row({ row, methods, method }: { row: Loaded['payments'][number] } & Pick<Loaded, 'methods' | 'method'>) {
  const order = <input type="hidden" name="order" value={row.orderId} readOnly />;
  return (
    <li className={account.item}>
      <div className={styles.posted}>
        <b>{itemsOf(row.lines)}</b>
        <p className={account.meta}>
          <span>{moneyHk(row.totalCents)}</span>
          {row.refundedCents > 0 && <span>{paymentsText.history.refund(moneyHk(row.refundedCents))}</span>}
          {row.returningCents > 0 && <span>{paymentsText.history.returning(moneyHk(row.returningCents))}</span>}
          {row.withStaffCents > 0 && <span>{refundText.amount(moneyHk(row.withStaffCents))}</span>}
          <time dateTime={new Date(row.createdAtMs).toISOString()}>{momentWords(row.createdAtMs)}</time>
          {row.number && <span>{row.number}</span>}
        </p>
        <p>{paymentsText.truths[row.truth].title}</p>
        <RefundNote cents={row.withStaffCents} orderId={row.orderId} />
        {row.path && (
          <p>
            <a className={account.quiet} href={row.path} data-document>
              {row.truth === 'processing' ? text.result : text.details}
            </a>
          </p>
        )}
        {row.mayPay && (
          <MoneyForm
            intent="pay"
            thing={String(row.orderId)}
            look="wide"
            tone="cta"
            submit={text.pay(moneyHk(row.totalCents))}
          >
            {() => (
              <>
                {order}
                <PayMethods methods={methods} chosen={method} />
              </>
            )}
          </MoneyForm>
        )}
        {row.mayPay && (
          <MoneyForm intent="cancel" thing={String(row.orderId)} look="row" tone="outline" submit={text.cancel}>
            {() => order}
          </MoneyForm>
        )}
      </div>
    </li>
  );
}

/** Finds orders by the address they were bought with; a mail has the link. */
function Find() {
  const posted = useActionData<FormReply & { intent: string }>();
  const { search } = useLocation();
  return (
    <>
      {new URLSearchParams(search).get('done') === 'find' && <p role="status">{text.sent}</p>}
      <Form
        id="find"
        intent="find"
        rules={GUEST_FORMS.findGuestOrder}
        reply={posted?.intent === 'find' ? posted : undefined}
        labels={{ email: text.email }}
        problemWords={({ problem, retryAfterSeconds }) => problem && moneyProblem(problem, retryAfterSeconds)}
        submit={text.find}
      >
        {(state) => <FormField state={state} name="email" label={text.email} />}
      </Form>
    </>
  );
}

/**
 * Purchases without an account: opened by a mailed link, continued, and transferred to an account with the same
 * address.
 */
export default function GuestOrders() {
  const { code, isOver, email, payments, methods, method } = useLoaderData<typeof loader>();
  useFreshPage();
  useRefundPolling(payments.some(({ returningCents, withStaffCents }) => returningCents + withStaffCents > 0));
  if (code !== '')
    return (
      <div className={`wrap ${page.head} ${styles.posted}`}>
        <h1>{text.linkTitle}</h1>
        <p className={page.intro}>{text.linkWords}</p>
        <MoneyForm intent="open" look="row" tone="cta" submit={text.open}>
          {() => <input type="hidden" name="code" value={code} readOnly />}
        </MoneyForm>
      </div>
    );
  return (
    <div className={`wrap ${page.head} ${styles.posted}`}>
      <h1>{email === null ? text.title : text.listTitle}</h1>
      {isOver && <p role="alert">{text.over}</p>}
      {email === null ? (
        <>
          <p className={page.intro}>{text.lead}</p>
          <Find />
        </>
      ) : (
        <>
          <p className={page.intro}>{text.ofAddress(email)}</p>
          {payments.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <ul className={account.rows}>
              {payments.map((row) => (
                <Row key={row.orderId} row={row} methods={methods} method={method} />
              ))}
            </ul>
          )}
          <p className={page.intro}>{text.link}</p>
          <p>
            <ButtonLink tone="outline" href={paths.register()}>
              {text.register}
            </ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
