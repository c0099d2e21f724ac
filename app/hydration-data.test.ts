import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { hydrationDataScript, pageDataElement } from './hydration-data.server.ts';

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

const MARKED = '</script><!-- <script & \u2028 叱咤903 𠮷';
const page = (data: unknown) => ({ loaderData: { page: data }, actionData: null, errors: null });

it('hands over data that are JSON in an element that the browser does not run and nothing in them can end', () => {
  const element = pageDataElement(page({ [MARKED]: [MARKED, 1, null, true], none: undefined }), 'n') ?? '';
  const [, type, json = ''] = /^<script nonce="n" type="([^"]+)" id="page-data">(.*)<\/script>$/.exec(element) ?? [];
  expect(type).toBe('application/json');
  expect(json).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(json)).toEqual(page({ [MARKED]: [MARKED, 1, null, true] }));
});

it('leaves data that JSON would change, and errors, to the format of the framework', () => {
  for (const data of [undefined, new Date(0), new Map(), 1n, Infinity, [undefined], { deep: [{ at: new Date(0) }] }])
    expect(pageDataElement(page(data), 'n'), typeof data).toBeNull();
  expect(pageDataElement({ ...page(null), errors: { root: 'a fault' } }, 'n')).toBeNull();
});
