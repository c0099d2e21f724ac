import { Outlet } from 'react-router';
import styles from './plain.module.css';

export default function PlainLayout() {
  return (
    <div className={styles.page}>
      <Outlet />
    </div>
  );
}
