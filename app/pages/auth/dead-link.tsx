import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';

/** A welcome link that was used, or replaced by a newer mail. */
export function EndedWelcome({ ended }: { ended: 'activated' | 'replaced' }) {
  const text = authText.endedWelcome[ended];
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <p className={styles.actions}>
        <ButtonLink size="large" href={paths.login()}>
          {authText.login.title}
        </ButtonLink>
        {ended === 'activated' && (
          <ButtonLink size="large" tone="outline" href={paths.forgetPassword()}>
            {authText.toForget}
          </ButtonLink>
        )}
      </p>
    </JoinPage>
  );
}

/** An invalid mailed link, with alternatives. */
export function DeadLink({ again }: { again?: { href: string; words: string } }) {
  const text = authText.deadLink;
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <p className={styles.actions}>
        {again && (
          <ButtonLink size="large" href={again.href}>
            {again.words}
          </ButtonLink>
        )}
        <ButtonLink size="large" tone="outline" href={paths.login()}>
          {authText.toLogin}
        </ButtonLink>
      </p>
    </JoinPage>
  );
}
