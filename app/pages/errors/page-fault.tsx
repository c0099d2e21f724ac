import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from './error-page.tsx';

/**
 * Whatever went wrong, in words by status; never what the machine said. It takes the place of a layout, not of the root:
 * the player stands beside it and plays on.
 */
export function PageFault() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
