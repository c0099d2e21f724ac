import type { MetaFunction } from 'react-router';
import { NotifyBox } from '#app/components/notify/notify-box.tsx';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { notifyPaths } from '#app/notify-paths.ts';
import page from '#app/styles/page.module.css';
import { notifyText as text } from '#app/text/zh-hk/notify.ts';
import type { loader } from './notify.server.ts';
import styles from './notify.module.css';

export { headers, loader } from './notify.server.ts';

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
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
      </div>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      <NotifyBox />
    </div>
  );
}
