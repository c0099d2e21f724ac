import { useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { permissionText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { CallError } from '../call.ts';
import { isCodeMissing } from '../lazy-room.ts';
import { RoomHead } from './panel.tsx';
import { usePageTitle } from './use-page-title.ts';
import styles from './notice.module.css';

function pageFaultLines(error: unknown): string[] {
  const { failed } = deskText;
  if (isCodeMissing(error)) return [failed.noCode];
  if (!(error instanceof CallError)) return [failed.server(500)];
  if (error.status === 0) return [failed.offline];
  const { permission } = (error.detail ?? {}) as { permission?: string };
  if (error.status === 403 && permission !== undefined)
    return [failed.forbidden(permissionText(permission)), failed.whoGives];
  if (error.status === 404) return [deskText.act.notFound];
  if (error.status === 429) return [failed.tooMany];
  return [failed.server(error.status)];
}

/** What a room shows in place of its content when it could not be loaded, or may not be seen. */
export function ErrorPage() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  usePageTitle(deskText.failed.title);
  // A try that fails for the same reason is announced again.
  const [{ told, times }, setTold] = useState({ told: error, times: 0 });
  if (told !== error) setTold({ told: error, times: times + 1 });
  const isForbidden = error instanceof CallError && error.status === 403;
  const isBusy = state === 'loading';
  return (
    <div className={styles.notice}>
      <RoomHead title={deskText.failed.title} />
      <div key={times} role="alert">
        {pageFaultLines(error).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      {isCodeMissing(error) && <Button onClick={() => location.reload()}>{deskText.failed.reload}</Button>}
      {!isForbidden && !isCodeMissing(error) && (
        // Not disabled while it is busy: it would lose the focus.
        <Button aria-busy={isBusy} onClick={() => isBusy || void revalidate()}>
          {deskText.retry}
        </Button>
      )}
    </div>
  );
}

/** Before the first reply. */
export function Waiting() {
  return (
    <p className={styles.notice} role="status">
      {deskText.waiting}
    </p>
  );
}
