import { paths } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';

/** A welcome link that did its work, or that a newer mail replaced. */
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

/** A link of a mail that cannot be used, and the ways on. */
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
