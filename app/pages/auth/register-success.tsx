import { useLoaderData, type MetaFunction } from 'react-router';
import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { goLogInMeta } from './go-log-in.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';
import type { loader } from './register-success.server.ts';

export { loader } from './register-success.server.ts';

const text = authText.registerSuccess;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  goLogInMeta(loaderData, paths.registerSuccess(), text);

/** The account is there and its owner is in: on to what it is for. */
export default function RegisterSuccess() {
  const { returnTo } = useLoaderData<typeof loader>();
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <nav className={styles.channels} aria-label={text.listen}>
        {CHANNEL_IDS.map((id) => (
          <a key={id} href={paths.live(id)} data-channel={id} data-surface="channel" data-listen-there={id}>
            <Numeral channel={id} decorative />
            {shell.channelNames[id]}
            <Icon name="headphones" />
          </a>
        ))}
      </nav>
      <p className={styles.actions}>
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
