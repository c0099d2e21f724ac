import type { ComponentProps } from 'react';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import { PasswordField } from '#app/forms/password-field.tsx';
import { useReply } from '#app/components/hooks/use-reply.ts';
import type { ReauthenticationNeed } from '#app/pages/account/own-page.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { isOpenOrder, moneyProblem } from '#app/text/zh-hk/choose-money-error.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';

type MoneyReply = FormReply & { intent: string; thing: string };
type FormProps = ComponentProps<typeof Form>;

const words = accountText.form;
const text = plansText.change;

/**
 * A payment action. It posts the page itself, so that the next step is always a page, never a state of this one; a
 * refusal says what happened to the money. `proof`: the proof required when the page was loaded.
 */
export function MoneyForm({
  intent,
  thing = '',
  proof,
  children,
  ...form
}: { intent: string; proof?: ReauthenticationNeed } & Omit<FormProps, 'id' | 'reply' | 'intent' | 'problemWords'>) {
  const posted = useReply<MoneyReply>();
  const reply = posted?.intent === intent && posted.thing === thing ? posted : undefined;
  const needs = proof === undefined ? null : (reply?.needs ?? null);
  const asked = needs === null ? proof : needs === 'log-in' ? 'log-in' : 'password';
  if (asked === 'log-in')
    return (
      <p>
        {words.logInAgain} <a href={paths.memberSecurity()}>{words.toLogOut}</a>
      </p>
    );
  return (
    <Form
      {...form}
      id={thing ? `${intent}-${thing}` : intent}
      intent={intent}
      thing={thing}
      reply={reply}
      problemWords={({ problem, retryAfterSeconds }) =>
        problem &&
        (needs === 'password' ? (
          words.proveFirst
        ) : (
          <>
            {moneyProblem(problem, retryAfterSeconds)}{' '}
            {isOpenOrder(problem) && <a href={moneyPaths.cancelPayment()}>{plansText.subscription.toOpen}</a>}
          </>
        ))
      }
      problemField={needs === null ? undefined : 'password'}
    >
      {(state) => (
        <>
          {children?.(state)}
          {asked === 'password' && (
            <PasswordField name="password" state={state} label={words.ownPassword} hint={text.proof} />
          )}
        </>
      )}
    </Form>
  );
}
