import { Link } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from './panel.tsx';
import { usePageTitle } from './use-page-title.ts';
import styles from './notice.module.css';

export function NotFoundPage() {
  const { title, words, home } = deskText.notFound;
  usePageTitle(title);
  return (
    <div className={styles.notice}>
      <RoomHead title={title} />
      <p>{words}</p>
      <Link to={deskPaths.home()}>{home}</Link>
    </div>
  );
}
