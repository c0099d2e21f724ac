import { useLoaderData, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { loader } from './contact-result.server.ts';
import styles from './info.module.css';

export { headers, loader } from './contact-result.server.ts';

const text = formsText.result;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.contactUsResult(),
        title: loaderData.isSent ? text.title : text.noneTitle,
        description: text.none,
        robots: 'noindex',
      });

export default function ContactResult() {
  const { isSent } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{isSent ? text.title : text.noneTitle}</h1>
        <p className={styles.summary}>{isSent ? text.sent : text.none}</p>
      </div>
      <p className={styles.steps}>
        {isSent ? (
          <ButtonLink href={paths.home()}>{text.toHome}</ButtonLink>
        ) : (
          <ButtonLink href={paths.contactUs()}>{text.toForm}</ButtonLink>
        )}
      </p>
    </div>
  );
}
