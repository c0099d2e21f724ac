import { useEffect } from 'react';

/** A page that a browser kept as it was left, and shows again on Back, is read anew: it says what is true now. */
export function useFreshPage(): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
