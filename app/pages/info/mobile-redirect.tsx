import { useLoaderData, type MetaFunction } from 'react-router';
import { paths } from '#app/paths.ts';
import { errors } from '#app/text/zh-hk/errors.ts';
import { footer } from '#app/text/zh-hk/footer.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from '../errors/error-page.module.css';
import type { loader } from './mobile-redirect.server.ts';

export { loader } from './mobile-redirect.server.ts';

export const meta: MetaFunction = () => [{ title: footer.footApps }, { name: 'robots', content: 'noindex' }];

export default function MobileRedirect() {
  const { app, store } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{errors.storeTitle(shell.apps[app].name, footer.stores[store])}</h1>
      <p>{errors.storeWords}</p>
      <div className={styles.actions}>
        <ButtonLink href={paths.home()}>{errors.goHome}</ButtonLink>
      </div>
    </div>
  );
}
