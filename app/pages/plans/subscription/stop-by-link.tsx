import { Form, useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { moneyProblem } from '#app/text/zh-hk/choose-money-error.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import page from '#app/styles/page.module.css';
import type { action, loader } from './stop-by-link.server.ts';

export { action, loader } from './stop-by-link.server.ts';

const text = plansText.stop;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, moneyPaths.stopByLink(), text);

/** The link of a reminder: its effect, and one button. */
export default function StopByLink() {
  const { token, done } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <div className={`wrap ${page.head}`}>
      <h1>{done ? text.stoppedTitle : text.title}</h1>
      {done ? (
        <p className={page.intro} role="status">
          {text.noCharge}
        </p>
      ) : (
        <>
          <p className={page.intro}>{text.byLink}</p>
          {refusal && <p role="alert">{moneyProblem(refusal, null)}</p>}
          <Form method="post" className={page.intro}>
            <input type="hidden" name="token" value={token} readOnly />
            <Button type="submit" tone="danger" size="large">
              {text.stop}
            </Button>
          </Form>
        </>
      )}
      <p className={page.intro}>
        <ButtonLink tone="quiet" href={paths.memberHistory()}>
          {text.toHistory}
        </ButtonLink>
      </p>
    </div>
  );
}
