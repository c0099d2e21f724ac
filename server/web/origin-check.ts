import type { FastifyRequest } from 'fastify';

/** Whether a write comes from our own pages, or from a program, which has no cookies to abuse. */
export function isOwnSite(request: FastifyRequest, siteUrl: string): boolean {
  // Browsers always send the origin of a write; programs without cookies may omit it.
  const { origin } = request.headers;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  // Never compared with the Host header: it is client-controlled, and another name may resolve to us.
  return origin === undefined || origin === siteUrl;
}
