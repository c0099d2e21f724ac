import { lazy, Suspense, useEffect, useState } from 'react';
import type { MetaFunction } from 'react-router';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { notifyPaths } from '#app/notify-paths.ts';
import page from '#app/styles/page.module.css';
import { notifyText as text } from '#app/text/zh-hk/notify.ts';
import type { loader } from './notify.server.ts';

export { headers, loader } from './notify.server.ts';

/**
 * Known to the browser alone, so loaded after the first paint: the files of a page are named in every other page. What fails to
 * load says so in its place: the error view would replace the page.
 */
const NotifyBox = lazy(() =>
  import('#app/components/notify/notify-box.tsx')
    .then((module) => ({ default: module.NotifyBox }))
    .catch(() => ({ default: NoNotifyBox })),
);

const MailBox = lazy(() =>
  import('#app/components/notify/mail-box.tsx')
    .then((module) => ({ default: module.MailBox }))
    .catch(() => ({ default: NoMailBox })),
);

const NoNotifyBox = () => (
  <p role="alert">
    <b>{text.failed.title}</b> {text.failed.words}
  </p>
);

const NoMailBox = () => <p role="status">{text.mail.failed}</p>;

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: notifyPaths.notify(),
        title: text.title,
        description: text.description,
        robots: 'noindex',
      });

/** Notifications of this browser. */
export default function Notify() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(true), []);
  const looking = <p>{text.looking}</p>;
  return (
    // The footer waits below for what comes later.
    <div className="wrap" style={{ minHeight: '100vh' }}>
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
      </div>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      <Suspense fallback={looking}>
        {isShown ? (
          <>
            <NotifyBox />
            <MailBox />
          </>
        ) : (
          looking
        )}
      </Suspense>
    </div>
  );
}
