import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { seo } from '#app/components/seo/seo.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';

interface Words {
  title: string;
  description: string;
  lead: string;
}

export const goLogInMeta = (data: { siteUrl: string } | undefined, path: string, { title, description }: Words) =>
  seo({ siteUrl: data?.siteUrl ?? '', path, title, description, robots: 'none' });

/** Confirms an action; the next step is to log in. */
export function GoLogIn({ title, lead }: Words) {
  return (
    <JoinPage title={title} lead={lead}>
      <p className={styles.actions}>
        <ButtonLink size="large" href={paths.login()}>
          {authText.toLogin}
        </ButtonLink>
      </p>
    </JoinPage>
  );
}
