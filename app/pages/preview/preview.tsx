import { useLoaderData, type HeadersArgs, type MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import ArticlePage, { meta as articleMeta } from '#app/pages/articles/article.tsx';
import page from '#app/styles/page.module.css';
import { articleText } from '#app/text/zh-hk/article.ts';
import type { loader } from './preview.server.ts';
import styles from './preview.module.css';

export { loader } from './preview.server.ts';

// Without an advertising group: advertisers pay for readers.
export const handle: PageHandle = { navKey: 'articles' };

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;

const text = articleText.preview;

export const meta: MetaFunction<typeof loader> = (args) =>
  args.loaderData
    ? articleMeta(args as Parameters<typeof articleMeta>[0])
    : [{ title: text.gone }, { name: 'robots', content: 'noindex, nofollow' }];

/** The page of an article that is not public, or of a change of one that is. */
export default function Preview() {
  const preview = useLoaderData<typeof loader>();
  if (preview === null)
    return (
      <div className={`wrap ${page.section}`}>
        <h1>{text.gone}</h1>
        <p>{text.goneHint}</p>
      </div>
    );
  return (
    <>
      <p className={styles.note} data-no-print>
        {text.note(preview.expiresAtMs)}
      </p>
      <ArticlePage />
    </>
  );
}
