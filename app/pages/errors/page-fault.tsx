import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from './error-page.tsx';

/**
 * An error by status, without technical details. It replaces a layout, not the root: the player beside it continues.
 */
export function PageFault() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
