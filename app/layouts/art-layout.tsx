import { Outlet, useLoaderData } from 'react-router';
import { DialogHost } from '#app/components/frame/dialog-host.tsx';
import { MemberWatch } from '#app/components/frame/member-state.ts';
import { Picture } from '#app/ui/picture.tsx';
import type { loader } from './art-layout.server.ts';
import styles from './art-layout.module.css';
import { BlankFrame } from './blank-frame.tsx';

export { loader } from './art-layout.server.ts';

/** The wall is the same for as long as the tab is here. */
export const shouldRevalidate = () => false;

/** The frame of pages with one task, to come in: nothing leads away from it, and a wide screen shows what waits inside. */
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
