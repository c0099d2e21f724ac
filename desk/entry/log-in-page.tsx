import { useLocation, useNavigate } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { nextOf } from '../desk-paths.ts';
import { usePageTitle } from '../frame/use-page-title.ts';
import { LogInForm } from './log-in-form.tsx';
import styles from './entry.module.css';

export function LogInPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  usePageTitle(deskText.logIn.title);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Wordmark label={deskText.name} className={styles.mark} />
      <h1>{deskText.logIn.title}</h1>
      <LogInForm onEntered={async () => navigate(nextOf(search), { replace: true })} />
    </main>
  );
}
