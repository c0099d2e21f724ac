import { useEffect } from 'react';

/** Reloads the data of a page restored from the back/forward cache. */
export function useFreshPage(): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
