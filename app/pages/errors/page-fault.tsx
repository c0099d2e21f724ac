import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { forgetFailedIslands } from '#app/ui/static-island.tsx';
import { ErrorPage } from './error-page.tsx';

/**
 * An error by status, without technical details. It replaces a layout, not the root: the player beside it continues.
 */
export function PageFault() {
  const error = useRouteError();
  useEffect(forgetFailedIslands, []);
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
