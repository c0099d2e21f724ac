import type { MetaFunction } from 'react-router';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { JoinPage } from '#app/pages/auth/join-page.tsx';
import styles from '#app/pages/auth/join.module.css';
import type { loader } from '#app/pages/auth/site.server.ts';

export { loader } from '#app/pages/auth/site.server.ts';

const text = authText.resetMailSent;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  seo({
    siteUrl: loaderData?.siteUrl ?? '',
    path: paths.resetPasswordMailSent(),
    title: text.title,
    description: text.description,
    robots: 'none',
  });

export default function ResetMailSent() {
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <p>{text.hint}</p>
      <p className={styles.actions}>
        <ButtonLink size="large" href={paths.login()}>
          {authText.toLogin}
        </ButtonLink>
        <ButtonLink size="large" tone="outline" href={paths.forgetPassword()}>
          {text.again}
        </ButtonLink>
      </p>
    </JoinPage>
  );
}
