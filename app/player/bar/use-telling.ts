import { useMemo } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import type { Telling } from '#app/components/member/member-call.ts';

/** What an explanation of a refusal needs: navigation, and the address of the plans page. */
export function useTelling(): Pick<Telling, 'go' | 'pricing'> {
  const navigate = useNavigate();
  const frame = useRouteLoaderData('layouts/default-layout') as { links?: { pricing?: string } } | undefined;
  const pricing = frame?.links?.pricing ?? '';
  return useMemo(() => ({ go: (path: string) => void navigate(path), pricing }), [navigate, pricing]);
}
