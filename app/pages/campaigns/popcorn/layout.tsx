import { Outlet } from 'react-router';
import styles from './popcorn.module.css';

export default function PopcornLayout() {
  return (
    <div className={styles.page}>
      <Outlet />
    </div>
  );
}
