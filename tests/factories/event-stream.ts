export interface ServerEvent {
  event: string;
  id: string;
  data: string;
}

/** Reads server-sent events as they come. `next` is null at the end of the stream. */
export function eventsOf(body: AsyncIterable<Uint8Array | string>) {
  const parts = body[Symbol.asyncIterator]();
  let text = '';
  return {
    cancel: async () => void (await parts.return?.()),
    async next(): Promise<ServerEvent | null> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { done, value } = await parts.next();
          if (done) return null;
          text += typeof value === 'string' ? value : Buffer.from(value).toString();
          continue;
        }
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => line.split(/: (.*)/s, 2)),
        );
        text = text.slice(end + 2);
        if (fields.event !== undefined) return fields as never;
      }
    },
  };
}
