import { Outlet } from 'react-router';
import styles from './postcard.module.css';

export default function PostcardLayout() {
  return (
    <div className={styles.page}>
      <Outlet />
    </div>
  );
}
