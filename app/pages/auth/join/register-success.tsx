import { useLoaderData, type MetaFunction } from 'react-router';
import { ChannelStrip } from '#app/components/shell/channel-strip.tsx';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { goLogInMeta } from '#app/pages/auth/go-log-in.tsx';
import { JoinPage } from '#app/pages/auth/join-page.tsx';
import styles from '#app/pages/auth/join.module.css';
import type { loader } from './register-success.server.ts';

export { loader } from './register-success.server.ts';

const text = authText.registerSuccess;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  goLogInMeta(loaderData, paths.registerSuccess(), text);

/** The account exists and is logged in: continue to its purpose. */
export default function RegisterSuccess() {
  const { returnTo, planPath } = useLoaderData<typeof loader>();
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <ChannelStrip label={text.listen} />
      <p className={styles.actions}>
        {planPath && (
          <ButtonLink tone="cta" href={planPath}>
            {text.toPlan}
          </ButtonLink>
        )}
        {returnTo && (
          <ButtonLink tone="outline" href={returnTo}>
            {text.back}
          </ButtonLink>
        )}
        <ButtonLink tone="quiet" href={paths.userInfo()}>
          {authText.verifyEmail.toAccount}
        </ButtonLink>
      </p>
    </JoinPage>
  );
}
