import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { hydrationDataScript } from './hydration-data.server.ts';

const OPEN = '<script nonce="n">';

/** What the script passes when run by a browser. */
function run(script: string): { given: string; closed: boolean } {
  const taken = { given: '', closed: false };
  const streamController = {
    enqueue: (text: string) => (taken.given += text),
    close: () => (taken.closed = true),
  };
  runInNewContext(script.slice(OPEN.length, -'</script>'.length), {
    window: { __reactRouterContext: { streamController } },
  });
  return taken;
}

const chunks = (text: string, bytes: number) => {
  const all = new TextEncoder().encode(text);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < all.length; i += bytes) controller.enqueue(all.slice(i, i + bytes));
      controller.close();
    },
  });
};

it('hands over every character, also one that two chunks share', async () => {
  const text = '叱咤903 "\\ \u2028\u2029 & 𠮷';
  expect(run(await hydrationDataScript(chunks(text, 2), 'n'))).toEqual({ given: text, closed: true });
});

it('lets nothing in the data end the script or begin another', async () => {
  const script = await hydrationDataScript(chunks('</script><script>alert(1)</script><!-- <script', 1_000), 'n');
  expect(script.match(/<\/?script|<!--/g)).toEqual(['<script', '</script']);
});
