import { Outlet, useLoaderData } from 'react-router';
import { DialogHost } from '#app/components/frame/dialog-host.tsx';
import { MemberWatch } from '#app/components/frame/member-watch.ts';
import { Picture } from '#app/ui/picture.tsx';
import type { loader } from './art-layout.server.ts';
import styles from './art-layout.module.css';
import { BlankFrame } from './blank-frame.tsx';

export { loader } from './art-layout.server.ts';

/** The wall stays the same while the tab is open. */
export const shouldRevalidate = () => false;

/** Frame of single-task pages for signing in: no links lead away from it, and wide screens show a wall of key art. */
export default function ArtLayout() {
  const { pictures } = useLoaderData<typeof loader>();
  return (
    <>
      <BlankFrame>
        <div className={styles.frame}>
          <div className={styles.art} aria-hidden="true">
            <div className={styles.wall}>
              {pictures.map((name) => (
                <Picture key={name} name={name} alt="" sizes="24vw" />
              ))}
            </div>
          </div>
          <div className={styles.task}>
            <Outlet />
          </div>
        </div>
      </BlankFrame>
      <DialogHost />
      <MemberWatch />
    </>
  );
}
