import { Form, useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { notifyPaths } from '#app/notify-paths.ts';
import page from '#app/styles/page.module.css';
import { notifyText } from '#app/text/zh-hk/notify.ts';
import { Button } from '#app/ui/button.tsx';
import type { action, loader } from './stop-mail.server.ts';

export { action, headers, loader } from './stop-mail.server.ts';

const text = notifyText.stopMail;

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: notifyPaths.notify(),
        title: text.title,
        description: text.title,
        robots: 'noindex',
      });

/** The link at the end of a mail: one press, without log-in or scripts. */
export default function StopMail() {
  const { kinds } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  const isWrong = kinds === null || done?.isDone === false;
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro} role="status">
          {isWrong ? text.wrong : done ? text.done(kinds) : text.asks(kinds)}
        </p>
      </div>
      {!isWrong && !done && (
        <Form method="post" replace>
          <Button type="submit">{text.press}</Button>
        </Form>
      )}
      {(isWrong || done) && <a href={notifyPaths.notify()}>{text.settings}</a>}
    </div>
  );
}
