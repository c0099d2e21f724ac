import { useMemo } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import type { Telling } from '#app/components/member/member-call.ts';

/** What it takes to say what a refusal means: how to follow an address, and where plans are sold. */
export function useTelling(): Pick<Telling, 'go' | 'pricing'> {
  const navigate = useNavigate();
  const frame = useRouteLoaderData('layouts/default-layout') as { links?: { pricing?: string } } | undefined;
  const pricing = frame?.links?.pricing ?? '';
  return useMemo(() => ({ go: (path: string) => void navigate(path), pricing }), [navigate, pricing]);
}
