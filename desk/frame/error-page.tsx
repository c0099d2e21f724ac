import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { permissionText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { CallError } from '../call.ts';
import { RoomHead } from './panel.tsx';
import styles from './notice.module.css';

/** Messages of browsers and the bundler for a missing script or style, such as after a deployment. */
const NO_CODE = /dynamically imported module|module script failed|preload CSS/i;
const isCodeMissing = (error: unknown): boolean => error instanceof Error && NO_CODE.test(error.message);

function wordsOf(error: unknown): string[] {
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
  useEffect(() => {
    document.title = deskText.title(deskText.failed.title);
  }, []);
  const isForbidden = error instanceof CallError && error.status === 403;
  return (
    <div className={styles.notice} role="alert">
      <RoomHead title={deskText.failed.title} />
      {wordsOf(error).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {isCodeMissing(error) && <Button onClick={() => location.reload()}>{deskText.failed.reload}</Button>}
      {!isForbidden && !isCodeMissing(error) && (
        <Button onClick={() => void revalidate()} disabled={state === 'loading'}>
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
