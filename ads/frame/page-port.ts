import type { FrameConfig, FrameKind, FramePort, FrameReady } from '#shared/ads/ad-frames.ts';

/**
 * Whether a message is the page's answer to this frame's first message: from our parent, and from an origin of the
 * site.
 */
export function isPortFrom(
  event: Pick<MessageEvent, 'source' | 'origin' | 'data' | 'ports'>,
  parent: unknown,
  pages: readonly string[],
): boolean {
  const said = event.data as Partial<FramePort> | null;
  return (
    event.source === parent &&
    pages.includes(event.origin) &&
    typeof said === 'object' &&
    said?.airwave === 'port' &&
    event.ports.length === 1
  );
}

/**
 * Announces the frame to the page and resolves with the port it answers with. Never resolves outside a frame, or inside
 * a page of another site, which the server's policy refuses anyway.
 */
export function pagePort(kind: FrameKind, { pages }: Pick<FrameConfig, 'pages'>): Promise<MessagePort> {
  return new Promise((done) => {
    if (window.parent === window) return;
    const hear = (event: MessageEvent) => {
      if (!isPortFrom(event, window.parent, pages)) return;
      window.removeEventListener('message', hear);
      done(event.ports[0]!);
    };
    window.addEventListener('message', hear);
    // Contains nothing confidential.
    window.parent.postMessage({ airwave: 'ready', kind } satisfies FrameReady, '*');
  });
}
