import { useLoaderData, type MetaFunction } from 'react-router';
import { paths } from '#app/paths.ts';
import { errors } from '#app/text/zh-hk/errors.ts';
import { footer } from '#app/text/zh-hk/footer.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from '../errors/error-page.module.css';
import type { loader } from './outside.server.ts';

export { headers, loader } from './outside.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData ? footer.outside[loaderData.name] : errors.notFoundTitle },
  { name: 'robots', content: 'noindex' },
];

export default function Outside() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{footer.outside[name]}</h1>
      <p>{footer.outsideWords}</p>
      <div className={styles.actions}>
        <ButtonLink href={paths.home()}>{errors.goHome}</ButtonLink>
      </div>
    </div>
  );
}
