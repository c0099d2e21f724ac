import { paths } from '#app/paths.ts';
import { membersText } from '#app/text/zh-hk/members.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { JoinPage } from './join-page.tsx';
import styles from './join.module.css';

/** A link of a mail that cannot be used, and the ways on. */
export function DeadLink({ again }: { again?: { href: string; words: string } }) {
  const text = membersText.deadLink;
  return (
    <JoinPage title={text.title} lead={text.lead}>
      <p className={styles.actions}>
        {again && (
          <ButtonLink size="large" href={again.href}>
            {again.words}
          </ButtonLink>
        )}
        <ButtonLink size="large" tone="outline" href={paths.login()}>
          {membersText.toLogin}
        </ButtonLink>
      </p>
    </JoinPage>
  );
}
