import { useState } from 'react';
import { useActionData, useLocation } from 'react-router';

/**
 * The reply of the page's action, until the visitor goes on. The router drops it when the page's data is loaded again, as by a
 * poll, while the visitor may still be reading it, or correcting what it refused.
 */
export function useReply<Reply>() {
  const posted = useActionData<Reply>();
  const { key } = useLocation();
  const [kept, setKept] = useState({ posted, key });
  const reply = posted ?? (kept.key === key ? kept.posted : undefined);
  if (reply !== kept.posted || key !== kept.key) setKept({ posted: reply, key });
  return reply;
}
